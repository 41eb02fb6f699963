/**
 * Recognises a change of an account in a sentence, with its target and its actor: `Password changed for user kim by
 * admin lee`, `kim deleted user lee`, `User lee was added to group Admins by kim`. The voice of the sentence (active or
 * passive) tells actor and target apart.
 */
import { plainAddress } from '../../../platform/ip-address.ts'
import { somebody } from './values.ts'

export type AccountChange = {
  /** An activity of the class account_change; of group_management if a group is named. */
  readonly activityId: number
  readonly target: string
  readonly actor: string
  readonly group: string
}

const Q = '["\'`<\\[]?([\\w\u00c0-\uffff][\\w\u00c0-\uffff.@\\\\$+-]{0,127})["\'`>\\]]?'
const GROUP = '["\'`<\\[]?([\\w\u00c0-\uffff][\\w\u00c0-\uffff.@\\\\$+ -]{0,63}?)["\'`>\\]]?'
const ROLE =
  '(?:(?:the |an? )?(?:(?:local|domain|remote|system|super|new|existing) )?(?:user(?: account| name)?|admin(?:istrator)?|operator|account(?: name)?|superuser|member)s? )'
const NOUN = '(?:(?:local|domain|new|existing) )?(?:user(?:[ -]account)?|account|login|user ?name)'
const WAS = '(?:(?:was|were|has been|have been|is|got|successfully|been) ){1,3}'
const DID = 'created|added|deleted|removed|disabled|enabled|locked(?: out)?|unlocked|deactivated|activated|suspended'
const BY = `(?:[^.;]{0,48}? by ${ROLE}?${Q}(?=[\\s,.;)]|$))?`
const START = '(?:^|[:\\]|>-] |\\bthat )'
const OF = '(?:to|from|into|in) (?:the )?(?:[\\w-]{1,24} )?'
const END = '(?=\\s*(?:$|[,.;(]| by | from | via | on | in | at ))'

type Voice = {
  readonly pattern: RegExp
  /** Numbers of the pattern's groups: the verb, the target, the actor, the group of users. */
  readonly verb: number
  readonly target: number
  readonly actor: number
  readonly group: number
}

const voice = (text: string, verb: number, target: number, actor: number, group = 0): Voice => {
  return { pattern: new RegExp(text, 'd'), verb, target, actor, group }
}

const VOICES: readonly Voice[] = [
  // `user kim was added to group wheel by lee`, `lee added to the group wheel`
  voice(
    `(?:${ROLE}|${START})${Q} (?:${WAS})?(added|removed) ${OF}(?:group|role) ${GROUP}(?: by ${ROLE}?${Q})?${END}`,
    2,
    1,
    4,
    3,
  ),
  // `user kim added by lee to group wheel`
  voice(`${ROLE}${Q} (?:${WAS})?(added|removed) by ${ROLE}?${Q} ${OF}(?:group|role) ${GROUP}${END}`, 2, 1, 3, 4),
  voice(
    `(?:${ROLE}|${START})${Q} (?:has )?(added|removed) ${ROLE}?${Q} ${OF}(?:group|role) ${GROUP}${END}`,
    2,
    3,
    1,
    4,
  ),
  voice(
    `\\b(?:role|group|privileges?|permissions?) ${GROUP} (?:${WAS})?(granted|assigned|revoked) (?:to|from) ${ROLE}?${Q}(?: by ${ROLE}?${Q})?${END}`,
    2,
    3,
    4,
    1,
  ),
  // `password for kim was reset by lee`, `password changed for user kim by admin lee`
  voice(`\\bpassword (?:for|of) ${ROLE}?${Q} (?:${WAS})?(changed|reset|updated|set)${BY}`, 2, 1, 3),
  voice(`\\bpassword (?:${WAS})?(changed|reset|updated|set) (?:for|of) ${ROLE}?${Q}${BY}`, 1, 2, 3),
  voice(`\\bpassword (changed|reset) by ${ROLE}?${Q} for ${ROLE}?${Q}`, 1, 3, 2),
  voice(
    `(?:${ROLE}|${START})${Q} (?:has |successfully )?(changed|reset|set|updated) (?:the |a |his |her |their )?(?:new )?password (?:for|of) ${ROLE}?${Q}${END}`,
    2,
    3,
    1,
  ),
  // `for user kim account temporarily locked` of pam_faillock
  voice(`\\buser ${Q} account (?:${WAS})?(?:\\w{2,12}ly )?(locked|unlocked|disabled|enabled)${BY}`, 2, 1, 3),
  // `user lee deleted by kim`, `Account lee has been locked`
  voice(
    `(?<!\\b(?:for|of|by|from|to|as) )\\b${NOUN} ${Q} (?:${WAS}(${DID})${BY}|(${DID})(?= by |\\s*(?:$|[.,;(])| successfully| due)${BY})`,
    2,
    1,
    3,
  ),
  voice(`\\b(${DID}) ${NOUN}:? ${Q} by ${ROLE}?${Q}(?=[\\s,.;)]|$)`, 1, 2, 3),
  // `kim deleted user lee`
  voice(`(?:${ROLE}|${START})${Q} (?:has |successfully )?(${DID}) (?:the |a )?${NOUN}:? ${Q}${END}`, 2, 3, 1),
]
/** A pattern that allows either word order has different groups for its second half. */
const EITHER = 9

const CHANGE_VERBS =
  /\b(?:created|added|deleted|removed|(?:dis|en)abled|(?:un)?locked|(?:de)?activated|suspended|changed|reset|updated|set|granted|assigned|revoked)\b/
const ABOUT = /\b(?:user|account|login|username|password|group|role|privileges?|permissions?)\b/

const ACTIVITY: Readonly<Record<string, number>> = {
  ...{ created: 1, added: 1, enabled: 2, activated: 2, changed: 3, updated: 3, set: 3, reset: 4, disabled: 5 },
  ...{ deactivated: 5, suspended: 5, deleted: 6, removed: 6, locked: 9, 'locked out': 9, unlocked: 12 },
}
const OF_GROUP: Readonly<Record<string, number>> = { added: 3, removed: 4, granted: 1, assigned: 1, revoked: 2 }

const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'user users account accounts group groups password passwords by for from to was were is has been the a an and or of in on at login successfully ' +
    'failed name names new local domain role admin administrator not due connection session file policy rule object settings it this that who which ' +
    'with system via using attempt request temporarily permanently automatically already now currently recently manually'
  ).split(' '),
)

/** Null when the text names no change of an account. `low` is the text in lower case, of the same length. */
export function accountChangeIn(text: string, low: string): AccountChange | null {
  if (!CHANGE_VERBS.test(low) || !ABOUT.test(low)) return null
  for (const [at, { pattern, verb, target, actor, group }] of VOICES.entries()) {
    const found = pattern.exec(low)
    if (!found?.indices) continue
    const nameAt = (n: number) => nameOf(textAt(text, found.indices?.[n]))
    const isSecond = at === EITHER && found[verb] === undefined
    const done = (isSecond ? found[4] : found[verb]) ?? ''
    const whom = nameAt(target)
    const inGroup = group === 0 ? '' : textAt(text, found.indices[group]).trim()
    const activityId = (group === 0 ? ACTIVITY : OF_GROUP)[done]
    if (whom === '' || activityId === undefined || (group > 0 && inGroup === '')) continue
    return { activityId, target: whom, actor: nameAt(isSecond ? 5 : actor), group: inGroup }
  }
  return null
}

function textAt(text: string, place: readonly [number, number] | undefined): string {
  return place === undefined ? '' : text.slice(place[0], place[1])
}

function nameOf(text: string): string {
  const name = text.replace(/[.,:]+$/, '')
  if (name === '' || NO_NAMES.has(name.toLowerCase()) || plainAddress(name) !== '' || /^\d{1,2}$/.test(name)) return ''
  return somebody(name)
}
