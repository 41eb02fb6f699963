/**
 * Decides by the words of a member's name what it holds: `ClientHost`, `remote_address`, `data.srcip`,
 * `actor.username`, `Source IP`. The result for a name is cached for all events that have it.
 */

/** The fields that are searched for. `peer` is an address without a side; it is the client's if there is no other. */
export type Slot =
  | 'srcIp'
  | 'dstIp'
  | 'peerIp'
  | 'localIp'
  | 'srcPort'
  | 'peerPort'
  | 'localPort'
  | 'dstPort'
  | 'srcHost'
  | 'dstHost'
  | 'user'
  | 'targetUser'
  /** An identifier, or a login name. */
  | 'userId'
  | 'host'
  | 'plainHost'
  | 'time'
  /** A date without a clock, a clock without a date, and the zone beside them. */
  | 'day'
  | 'clock'
  | 'zone'
  | 'url'
  | 'path'
  | 'query'
  | 'queryType'
  | 'rcode'
  | 'method'
  | 'httpStatus'
  | 'userAgent'
  | 'outcome'
  /** `blocked: true`: the decision on a connection or a request. */
  | 'isBlocked'
  /** `success: 0`; true or 1 means success. */
  | 'isSuccess'
  /** `failed: true`, `error: "bad password"`; any value means failure. */
  | 'failure'
  /** An error number; 0 means success. */
  | 'errorCode'
  /** A user, an address, or both. */
  | 'initiator'
  | 'action'
  | 'protocol'
  | 'hash'
  | 'filePath'
  | 'process'
  | 'parent'
  | 'commandLine'
  | 'pid'
  | 'mailFrom'
  | 'mailTo'
  | 'subject'
  /** The name of a threat, a malware or a detection that a product reports. */
  | 'threat'
  /** The name of a rule or policy, which is a finding beside the id of an alert and a severity. */
  | 'alertName'
  | 'alertId'
  /** An incident may hold several alerts: its id is that of an alert which has none. */
  | 'incidentId'
  | 'messageId'
  | 'bytesIn'
  | 'bytesOut'
  | 'message'
  | 'severity'
  /** The page about a finding at its sender. */
  | 'link'
  /** Identifiers of ATT&CK's techniques in a text, a list, or a list written as text. */
  | 'technique'
  /** How severe something is, as a number. */
  | 'score'
  /** The way of a logon, which only logons have. */
  | 'logonType'
  /** The result of a logon: only logons have it. */
  | 'logonResult'
  /** Labels of a record, some of which name techniques. */
  | 'tags'

export type Place = { readonly slot: Slot /** The lower, the surer. */; readonly rank: number }

type Side = 'src' | 'dst' | ''

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
const SRC = words(
  'src source client cli remote peer attacker caller initiator origin requester requestor visitor orig quelle quell origen origem origine' +
    ' sorgente herkunft downstream',
)
const DST = words(
  'dst dest destination server target responder upstream backend victim impacted resp ziel destino destinazione',
)
const USERS = words(
  'user username account accountname violator login principal upn actor subject identity logon uname usr usrname member operator admin administrator' +
    ' employee cardholder badgeholder participant initiator requester requestor',
)
const INITIATORS = words('initiator requester requestor caller originator')
/** People who are named beside an event but do not act in it. */
const BYSTANDERS = words(
  'owner owners assignee assigned manager reviewer approver reporter contact analyst responder support author maintainer supervisor',
)
/** Words for the target of an action. */
const OBJECTS = words('target dst dest destination affected new object victim recipient resource')
/** Words before `by` that mean the actor. A user who once created or changed an object is not the actor. */
const DOERS = words('initiated performed requested executed invoked triggered')
const HOSTS = words(
  'host hostname computer machine device workstation node endpoint agent appliance sensor rechner rechnername geraet equipo ordinateur poste',
)
/** Lists of machines: a member of an item names the machine. */
const HOST_LISTS = words('hosts computers machines devices workstations nodes endpoints agents appliances')
const NAMES = words('name username login logon email mail upn user users displayname fullname account principal')
/** Objects whose mail address belongs to a person who is notified, not to the actor. */
const CONTACTS = words(
  'contact contacts notification notify recipient recipients to cc bcc from sender support organization company billing subject' +
    ' header headers envelope mail message target object affected by owner author assignee manager',
)
/** Words that change the meaning of a user's name. */
const NOT_USER = words(
  'id ids uid gid sid guid uuid type role roles group groups count domain agent risk status state ou dn class key level mode' +
    ' privilege privileges permissions ip addr address port host time at date ts timestamp url agentid session token company' +
    ' first last given family middle surname firstname lastname department dept title location country city os tenant org organization number no num phone domainname realm',
)
const NOT_HOST = words(
  'id ids uid guid type os count mac status state group version model serial sn vendor zone time port ip role class category url path policy profile product',
)
/** Words that mark addresses of infrastructure, not of a user. */
const NOT_PEER = words(
  'dns gateway gw mask netmask subnet listen bind assigned nat translated xlate version ntp proxy collector manager syslog vip hop lb interface natted mapped log logger reporting device observer sensor count pool prefix v next last previous',
)
/** Objects that describe something other than the event: a browser, a place, a request header. */
const DESCRIBES = words('useragent browser geo geoip geolocation')
/** Objects whose `host` is the requested machine. */
const REQUESTS = words('header headers request http url uri forwarded httpmessage httprequest')
/** Times of the collector: the event's own times take precedence. */
const LATER = words('processed received ingested indexed synced start started begin begintime startime mtime')
/** Objects that hold the conditions of a rule: `operator` means a comparison there. */
const CONDITIONS = words('condition conditions criteria criterion filter filters rule rules query allof anyof')
const TECHNIQUES = words('technique techniques mitre ttp ttps')
const NOT_TIME = words(
  'expire expires expiry expiration expired birth modified updated last first until duration elapsed timeout zone uptime validity session taken spent end stop finish retry ttl valid next idle processing',
)

/** Verbs for the processing of a record after its event. */
const HANDLED = words('inserted loaded imported exported stored written saved collected fetched polled archived')

/** True for a time that is not the event's: the end of something, or the processing of the record. */
export const isNoTime = (name: string): boolean =>
  wordsOf(name).some((word) => NOT_TIME.has(word) || LATER.has(word) || HANDLED.has(word))

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Names in which several words are written as one. */
const GLUED =
  /^(?:conn|net|pkt|flow|sess|fw)?(src|source|dst|dest|destination|client|server|remote|peer|attacker|victim|target|local|user|email|device|host|computer|machine|data|orig|resp)(ip|addr|address|ipaddr|ipaddress|port|host|hostname|name|user|username|mac|ipv4|ipv6)$/

function wordsOf(name: string): string[] {
  const found: string[] = []
  for (const [word] of withoutAccents(name)
    .replace(/IPv([46])/g, 'Ipv$1')
    .matchAll(WORDS)) {
    const low = word.toLowerCase()
    const glued = GLUED.exec(low)
    if (glued) found.push(glued[1] as string, glued[2] as string)
    else found.push(low)
  }
  return found.map((word) => SAME[word] ?? word)
}

const SAME: Readonly<Record<string, string>> = {
  ...{
    addr: 'ip',
    address: 'ip',
    ipaddr: 'ip',
    ipaddress: 'ip',
    ipv: 'ip',
    ipv4: 'ip',
    ipv6: 'ip',
    adress: 'ip',
    ips: 'ip',
  },
  ...{
    adresse: 'ip',
    ipadresse: 'ip',
    direccion: 'ip',
    endereco: 'ip',
    indirizzo: 'ip',
    benutzer: 'user',
    nutzer: 'user',
  },
  ...{ anwender: 'user', utilisateur: 'user', usuario: 'user', utilizador: 'user', utente: 'user', gebruiker: 'user' },
  ...{ akteur: 'actor', acteur: 'actor', attore: 'actor' },
  ...{ benutzername: 'username', anmeldename: 'username', identifiant: 'username', gebruikersnaam: 'username' },
  ...{ usr: 'user', usrname: 'username', uname: 'username', prt: 'port', spt: 'sport', dpt: 'dport', time: 'time' },
}

const NAMES_MAX = 16_384
const NAME_LENGTH_MAX = 96
/**
 * Cached by the enclosing object and then by the member: JSON names have a cached hash, and a joined name would not.
 */
const known = new Map<string, Map<string, Place | null>>()
let count = 0

/** `parent` is the name of the enclosing object, '' at the top. Null for a name without meaning. */
export function placeOf(parent: string, name: string): Place | null {
  if (name.length > NAME_LENGTH_MAX || parent.length > NAME_LENGTH_MAX) return null
  const place = known.get(parent)?.get(name)
  if (place !== undefined) return place
  if (++count > NAMES_MAX) {
    known.clear()
    count = 1
  }
  const found = find(wordsOf(parent), wordsOf(name))
  const inside = known.get(parent) ?? new Map<string, Place | null>()
  inside.set(name, found)
  known.set(parent, inside)
  return found
}

const at = (slot: Slot, rank: number): Place => ({ slot, rank })

function find(around: readonly string[], own: readonly string[]): Place | null {
  const last = own.at(-1) ?? ''
  const name = own.join('')
  if (IGNORED.has(name)) return null
  // The words of the object and of the member, joined: `dns.question.name`, `mail.from`.
  const exact = (around.length > 0 ? EXACT.get(around.join('') + name) : undefined) ?? EXACT.get(name)
  if (exact) return at(exact, 0)
  const all = [...around, ...own]
  if (DESCRIBES.has(around.join('')) && !(last === 'ip' && around.join('') === 'useragent')) return null
  const has = (set: ReadonlySet<string>, list: readonly string[] = all) => list.some((word) => set.has(word))
  if (has(TECHNIQUES)) return last === 'url' || last === 'link' ? null : at('technique', 0)
  if (last === 'operator' && has(CONDITIONS)) return null
  if (KINDS_OF.has(last) && own.length === 2 && EVENTS.has(own[0] as string)) return at('action', 0)
  if (MESSAGES.has(last) && (own.length === 2 || own[0] === 'full') && !has(NOT_MESSAGE, own)) return at('message', 8)
  const side: Side = has(SRC, own)
    ? 'src'
    : has(DST, own)
      ? 'dst'
      : has(SRC, around)
        ? 'src'
        : has(DST, around)
          ? 'dst'
          : ''
  const rank = own.length + (around.length > 0 ? 1 : 0)
  // A mail address counts as the user's name if there is nothing better than a name for display.
  if (name === 'emailip' && !has(CONTACTS, around)) return at('user', 12)
  // The person to whom something is done: `target.email`.
  if (around.length === 1 && has(OBJECTS, around) && LOGIN_NAMES.has(name)) return at('targetUser', 6)
  const isTurned = own.length === 2 && own[0] === 'ip' && (SRC.has(last) || DST.has(last))
  // `userEmailAddress`
  if (name === 'useremailip' || name === 'usermailip') return at('user', 8)
  if (last === 'ip' || isTurned || (own.includes('ip') && /^[46]$/.test(last)))
    return ofAddress(all, own, side, rank, has)
  // `LoggedFrom`, `login from`: the place from which somebody connected.
  if (last === 'from' && own.length > 1 && /^(?:log|sign|connect|access)/.test(own[0] ?? '')) return at('srcIp', 6)
  if (own.length === 1 && INITIATORS.has(last)) return at('initiator', 4)
  if (
    own.length === 1 &&
    (SRC.has(last) || DST.has(last)) &&
    (all.length <= 3 || around.every((word) => REQUESTS.has(word)))
  )
    return at(side === 'src' ? 'srcIp' : 'dstIp', 5)
  if (last === 'port' || (own[0] === 'port' && own.length === 2 && side !== ''))
    return side === ''
      ? own.length === 1 && has(REQUESTS, around)
        ? at('dstPort', 8)
        : null
      : at(side === 'src' ? 'srcPort' : 'dstPort', rank)
  if (/(?:failure|fail|denial|rejection|refusal)(?:reason|cause|message|detail)$/.test(name)) return at('failure', rank)
  if (/(?:http|response)status(?:code)?$|.statuscode$/.test(name)) return at('httpStatus', 2 + rank)
  if (all.includes('by') && has(DOERS) && (last === 'by' || NAMES.has(last)))
    return at('user', rank + (/mail/.test(last) ? 4 : /display|full/.test(name) ? 6 : 0))
  // Only at the top level of a record the author is the actor.
  if (AUTHORS.has(name)) return around.length === 0 ? at('user', 20) : null
  // The way or the number of failed logons.
  if (/^failed(?:login|logon|signin)s?$/.test(name)) return null
  const isUser = has(USERS, own) || (has(USERS, around) && NAMES.has(last))
  if (isUser && !has(NOT_USER, own) && !has(BYSTANDERS, all) && !all.includes('by')) {
    const isTarget = has(OBJECTS, all)
    const isPlain = USERS.has(last) || NAMES.has(last) || last === 'name'
    // Among several names of one person the login name is preferred.
    const less = /mail/.test(last) ? 4 : /display|full/.test(name) ? 6 : last === 'name' && own.length === 1 ? 2 : 0
    // An account may be a customer's account: a user beside it is more certain.
    const vague = name === 'accountname' ? 3 : name === 'account' ? 5 : 0
    if (isPlain) return at(isTarget ? 'targetUser' : 'user', rank + less + vague)
  }
  if (name === 'email' && !has(CONTACTS, around)) return at('user', 12)
  const isHost =
    has(HOSTS, own) ||
    ((has(HOSTS, around) || has(HOST_LISTS, around)) && (last === 'name' || last === 'hostname' || last === 'fqdn'))
  if ((isHost || (side !== '' && (last === 'fqdn' || (own.length === 2 && last === 'name')))) && !has(NOT_HOST, own)) {
    if (own.includes('user')) return at('srcHost', rank)
    if (has(REQUESTS)) return at('dstHost', rank)
    if (side !== '') return at(side === 'src' ? 'srcHost' : 'dstHost', rank)
    return isHost && (HOSTS.has(last) || last === 'name' || last === 'fqdn') ? at('host', rank) : null
  }
  if (last === 'domain' && own.length === 1 && (around.length === 0 || PAYLOADS.has(around.join(''))))
    return at('query', 9)
  const isUnit =
    (own.includes('time') ||
      own.includes('timestamp') ||
      own.includes('date') ||
      (own.length === 2 && own[0] === 'event')) &&
    has(words('sec ms utc gmt local iso unix epoch stamp seconds millis usecs usec micros us nanos ns msecs'), [last])
  // `Session Start Time`: here the start is a time, not a duration.
  if (name === 'sessionstarttime' || name === 'sessionstart') return at('time', 40)
  if ((TIME_WORDS.has(last) || isUnit) && !has(NOT_TIME, own)) return at('time', 10 + rank + (has(LATER, own) ? 20 : 0))
  return null
}

const AUTHORS = words('author authoremail authorname authorusername authorkey')
/** Objects that hold the event itself. */
const PAYLOADS = words('log data event payload details detail attributes properties')
/** `operationType`, `audit_category`: two words that mean the kind of an event. */
const EVENTS = words('event action activity operation audit log alert op request message msg security notification')
const LOGIN_NAMES = words('email emailip mail username login upn')
const KINDS_OF = words('type name kind category class action event')
/** `defaultMsg`, `errorDetails`. */
const MESSAGES = words('message msg description details summary text')
const NOT_MESSAGE = words('id uid type url path user commit job role group policy rule device host file')

const TIME_WORDS = words(
  'time timestamp datetime ts when occurred occured logged created generated happened audittime logtime eventtime utctime at on instant t date stamp' +
    ' start started begin begintime startime mtime timestamps recorded isotimestamp datetimeutc received sent' +
    ' clock zeit zeitpunkt zeitstempel datum horodatage fecha fechahora datahora dataora tijdstip wann quand cuando wanneer tidpunkt',
)

function ofAddress(
  all: readonly string[],
  own: readonly string[],
  side: Side,
  rank: number,
  has: (set: ReadonlySet<string>, list?: readonly string[]) => boolean,
): Place | null {
  // `email address`, `mac address`, `address` of a person, `street address`.
  if (has(words('mac email mail hw hardware street physical billing contact home postal memory web url'), all))
    return null
  if (has(NOT_PEER, own)) return null
  if (own.length === 2 && own[0] === 'resource') return at('dstIp', rank)
  if (side !== '') return at(side === 'src' ? 'srcIp' : 'dstIp', rank)
  // The machine itself: it is an end of the connection only if another end is named.
  if (own.includes('local')) return at('localIp', rank)
  // Beside a public address of the same machine.
  if (own.includes('private')) return at('peerIp', rank + 2)
  if (
    !all.includes('user') &&
    (has(words('host hostname computer machine device agent sensor appliance node'), all) || has(HOST_LISTS, all))
  )
    return null
  return at('peerIp', rank)
}

function listed(slot: Slot, names: string): [string, Slot][] {
  return names.split(' ').map((name) => [name, slot])
}

/** Removes accents from Latin letters; the length of the text stays the same. */
export function withoutAccents(text: string): string {
  return text.replace(/[\u00c0-\u017f]/g, (letter) => letter.normalize('NFD').charAt(0))
}

/** The other side of an address translation. */
const IGNORED = words('sclientip sserverip')

/** Slots by all words of a name, joined. */
const EXACT: ReadonlyMap<string, Slot> = new Map<string, Slot>([
  ...listed(
    'srcIp',
    'srcip csip cltsip logipip oip originatingip sip saddr ipsrc cip clienthost xforwardedfor forwardedfor xff fwd clientip cclientip station terminal',
  ),
  ...listed('dstIp', 'dstip cdip srvdip dip daddr ipdst cserverip'),
  ...listed('srcPort', 'sport csport srcport cport spt srcportnumber principalport'),
  ...listed('dstPort', 'dport cdport srvdport dstport dstportnumber dpt resourceport'),
  ...listed('day', 'date'),
  ...listed('zone', 'tz timezone utcoffset gmtoffset timezoneoffset requesttimezone eventtimezone devtz localtimezone'),
  ...listed('srcHost', 'shost srchost clienthostname clientname callingstationname workstation workstationname'),
  ...listed(
    'dstHost',
    'dhost dsthost sni servername httphost vhost virtualhost requesthost requestedhost reqhost headershost requesthostname',
  ),
  ...listed(
    'user',
    'suser srcuser csusername csuserdn xauthusername remoteuser loggedinuser actinguser authuser userprincipalname samaccountname usernamelookup clientaccount authorlogin',
  ),
  ...listed('userId', 'userid uid logonid loginid enduserid'),
  ...listed(
    'targetUser',
    'duser dstuser targetuser targetusername affecteduser affectedusers impacteduser impactedusers targetusers victimuser',
  ),
  ...listed('host', 'dvc dvchost devname hostname computername reportingdevice'),
  ...listed('plainHost', 'host'),
  ...listed(
    'url',
    'url uri requestedurl requesturl requesturi fullurl urlfull csuri csuristem requestline httprequesturl',
  ),
  ...listed(
    'path',
    'requestpath requestedpath request urlpath urlstem httppath httptarget uripath reqpath resourcepath httprequestpath',
  ),
  ...listed(
    'query',
    'dnsreq qh qname qryname qry query queryname domainname fqdn questionname dnsquery dnsqueryname questionqname dnsquestionname rrname domainqueried question questionqname',
  ),
  ...listed(
    'queryType',
    'dnsreqtype qt qtype qrytype qtypename querytype questiontype dnsquerytype recordtype rrtype dnsquestiontype dnsquerytypename',
  ),
  ...listed('rcode', 'rcode dnsresponsecodename rcodename dnsrcode responsecode dnsresponsecode'),
  ...listed('method', 'method httpmethod requestmethod requestverb reqmethod verb httpverb csmethod httprequestmethod'),
  ...listed(
    'httpStatus',
    'statuscode httpstatus httpstatuscode responsestatus responsestatuscode httpcode scstatus httpresponsecode httpresponsestatus downstreamstatus',
  ),
  ...listed('userAgent', 'useragent httpuseragent csuseragent agent httprequestuseragent requestheaderuseragent ua'),
  ...listed(
    'outcome',
    'outcome result res securityresultaction status statusname alarmstatus incidentstatus alertstatus casestatus workflowstatus findingstatus incidentstate alertstate auditstatus state eventoutcome responseresult actionresult eventresult' +
      ' eventstatus executionstatus resultstatus statusvalue outcomeresult connectionattemptstatus attemptstatus reply verdict decision disposition ergebnis resultat resultado risultato esito estado statut stato',
  ),
  ...listed(
    'isSuccess',
    'ok allowed isallowed permitted success succeeded issuccess issuccessful successful wassuccessful statussuccess',
  ),
  ...listed('isBlocked', 'blocked isblocked wasblocked denied isdenied dropped'),
  ...listed(
    'failure',
    'failed isfailed failure isfailure failurereason failreason failurecause error errormessage errormsg errordescription errordetails haserror iserror',
  ),
  ...listed(
    'errorCode',
    'errorcode failedsignon errno returncode retcode rc exitcode exitstatus resultcode statuscodevalue reasoncode outcomecode errcode failurecode',
  ),
  ...listed(
    'action',
    'action act securityevent dvcaction sessionstatus eventaction eventtype event eventname operation activity type eventid category eventcategory operationname actiontype actionname activityaction auditevent eventsubtype msgid activitytype subtype logtype kind qualifier eventidvalue auditaction typedescription actiontitle' +
      ' evento evenement ereignis aktion accion acao azione vorgang eventkind eventclass logkind evt evttype evtname evtaction',
  ),
  ...listed(
    'protocol',
    'proto protocol transport ipprotocol ipproto networkprotocol transportprotocol l4proto networktransport',
  ),
  ...listed(
    'hash',
    'sha256 sha1 md5 filehash filesha256 filemd5 filesha1 hash hashes sha256hash md5hash processsha256 imagesha256 checksum',
  ),
  ...listed(
    'filePath',
    'filepath path filename file objectname targetfilename fullpath targetpath fpath filefullpath targetfile',
  ),
  ...listed(
    'process',
    'process binary processname image processpath exe procname executable imagepath processimage comm processexe processexecutable proc',
  ),
  ...listed('parent', 'parentprocess pprocess parentprocessname parentimage parentname ppname parent parentpath'),
  ...listed('commandLine', 'cmdline arguments commandline cmd processcmdline processcommandline command processargs'),
  ...listed('pid', 'pid processid procid processpid'),
  ...listed(
    'mailFrom',
    'mailfrom envelopefrom smtpfrom senderemail sender senderaddress from fromaddress envfrom headerfrom returnpath hdrfrom mailsender senderip fromip headerfromip envelopefromip',
  ),
  ...listed(
    'mailTo',
    'rcptto rcpt recipient recipients to recipientaddress toaddress mailto smtpto envelopeto recipientemail rcpts mailrecipient recipientip toip recipientsemail recipientsall hdrto',
  ),
  ...listed('subject', 'subject mailsubject emailsubject messagesubject'),
  ...listed(
    'threat',
    'threatname protectionname malwaregroup malwarename virusname malware virus threat detection detectionname attackname infectionname malwarefamily threatfamily' +
      ' threatinfothreatname malwarethreatname',
  ),
  ...listed(
    'alertName',
    'alertname patternname usecasename alerttitle rulename policyname model detectionrulename modelname incidenttitle incidentname title alarmrulename alarmname headline',
  ),
  ...listed('alertId', 'alertid detectionid findingid workbenchid alertuuid alertuid alarmid ticketid investigationid'),
  ...listed('incidentId', 'incidentid incidentuid'),
  ...listed('messageId', 'messageid msgidheader internetmessageid smtpmessageid mailmessageid'),
  ...listed('bytesIn', 'bytesin bytesreceived rcvdbyte receivedbytes rxbytes inbytes bytesrcvd'),
  ...listed('bytesOut', 'bytesout bytessent sentbyte sentbytes txbytes outbytes'),
  ...listed(
    'message',
    'message msg text description logmessage details detail info reason log eventmessage messagetext displaymessage logdescription' +
      ' infomsg eventdescription actiondescription nachricht meldung mensaje mensagem messaggio beschreibung descripcion descricao descrizione',
  ),
  ...listed(
    'link',
    'link alerturl alertlink permalink htmlurl weburl consoleurl portalurl incidenturl incidentlink detectionurl findingurl caseurl eventlink deeplink alertweburl incidentweburl detailsurl',
  ),
  ...listed(
    'severity',
    'severity urgency eventseveritycat eventseverity alertseverity effectiveseveritylevel severitylevel sev level priority loglevel crit risk risklevel threatlevel',
  ),
  ...listed('tags', 'tags tag labels ruletags'),
  ...listed('score', 'riskscore threatscore severityscore eventscore anomalyscore alarmpriority riskscorevalue'),
  ...listed(
    'logonResult',
    'authresult loginresult logonresult authstatus loginstatus logonstatus loginsuccess authsuccess authenticationresult authenticationstatus',
  ),
  ...listed('logonType', 'logontype logintype signintype authenticationtypeforsignon'),
])
