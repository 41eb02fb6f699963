/**
 * Default columns of Zeek's logs, for senders that cut the header lines off and name the log: `zeek-conn`, `zeek-dns`.
 * A line with another number of columns is refused. Source: the header lines that Zeek 5 and 6 write with their default
 * `local.zeek`. A name alone is a string; `ID` are the end points of a connection.
 */
const ID = 'id.orig_h:addr id.orig_p:port id.resp_h:addr id.resp_p:port'

const COLUMNS: Readonly<Record<string, string>> = {
  conn:
    'ts:time uid ID proto:enum service duration:interval orig_bytes:count resp_bytes:count conn_state ' +
    'local_orig:bool local_resp:bool missed_bytes:count history orig_pkts:count orig_ip_bytes:count ' +
    'resp_pkts:count resp_ip_bytes:count tunnel_parents:set[string]',
  dns:
    'ts:time uid ID proto:enum trans_id:count rtt:interval query qclass:count qclass_name qtype:count ' +
    'qtype_name rcode:count rcode_name AA:bool TC:bool RD:bool RA:bool Z:count answers:vector[string] ' +
    'TTLs:vector[interval] rejected:bool',
  http:
    'ts:time uid ID trans_depth:count method host uri referrer version user_agent origin ' +
    'request_body_len:count response_body_len:count status_code:count status_msg info_code:count info_msg ' +
    'tags:set[enum] username password proxied:set[string] orig_fuids:vector[string] ' +
    'orig_filenames:vector[string] orig_mime_types:vector[string] resp_fuids:vector[string] ' +
    'resp_filenames:vector[string] resp_mime_types:vector[string]',
  ssl:
    'ts:time uid ID version cipher curve server_name resumed:bool last_alert next_protocol ' +
    'established:bool ssl_history cert_chain_fps:vector[string] client_cert_chain_fps:vector[string] ' +
    'sni_matches_cert:bool',
  files:
    'ts:time fuid uid ID source depth:count analyzers:set[string] mime_type filename duration:interval ' +
    'local_orig:bool is_orig:bool seen_bytes:count total_bytes:count missing_bytes:count ' +
    'overflow_bytes:count timedout:bool parent_fuid md5 sha1 sha256 extracted extracted_cutoff:bool ' +
    'extracted_size:count',
  ssh:
    'ts:time uid ID version:count auth_success:bool auth_attempts:count direction:enum client server ' +
    'cipher_alg mac_alg compression_alg kex_alg host_key_alg host_key remote_location.country_code ' +
    'remote_location.region remote_location.city remote_location.latitude:double ' +
    'remote_location.longitude:double',
  smtp:
    'ts:time uid ID trans_depth:count helo mailfrom rcptto:set[string] date from to:set[string] ' +
    'cc:set[string] reply_to msg_id in_reply_to subject x_originating_ip:addr first_received ' +
    'second_received last_reply path:vector[addr] user_agent tls:bool fuids:vector[string] ' +
    'is_webmail:bool',
  ftp:
    'ts:time uid ID user password command arg mime_type file_size:count reply_code:count reply_msg ' +
    'data_channel.passive:bool data_channel.orig_h:addr data_channel.resp_h:addr data_channel.resp_p:port ' +
    'fuid',
  notice:
    'ts:time uid ID fuid file_mime_type file_desc proto:enum note:enum msg sub src:addr dst:addr p:port ' +
    'n:count peer_descr actions:set[enum] email_dest:set[string] suppress_for:interval ' +
    'remote_location.country_code remote_location.region remote_location.city ' +
    'remote_location.latitude:double remote_location.longitude:double',
  weird: 'ts:time uid ID name addl notice:bool peer source',
  x509:
    'ts:time fingerprint certificate.version:count certificate.serial certificate.subject ' +
    'certificate.issuer certificate.not_valid_before:time certificate.not_valid_after:time ' +
    'certificate.key_alg certificate.sig_alg certificate.key_type certificate.key_length:count ' +
    'certificate.exponent certificate.curve san.dns:vector[string] san.uri:vector[string] ' +
    'san.email:vector[string] san.ip:vector[addr] basic_constraints.ca:bool ' +
    'basic_constraints.path_len:count host_cert:bool client_cert:bool',
  kerberos:
    'ts:time uid ID request_type client service success:bool error_msg from:time till:time cipher ' +
    'forwardable:bool renewable:bool client_cert_subject client_cert_fuid server_cert_subject ' +
    'server_cert_fuid',
  ntlm:
    'ts:time uid ID username hostname domainname server_nb_computer_name server_dns_computer_name ' +
    'server_tree_name success:bool',
  rdp:
    'ts:time uid ID cookie result security_protocol client_channels:vector[string] keyboard_layout ' +
    'client_build client_name client_dig_product_id desktop_width:count desktop_height:count ' +
    'requested_color_depth cert_type cert_count:count cert_permanent:bool encryption_level ' +
    'encryption_method',
  smb_files:
    'ts:time uid ID fuid action:enum path name size:count prev_name times.modified:time ' +
    'times.accessed:time times.created:time times.changed:time',
  smb_mapping: 'ts:time uid ID path service native_file_system share_type',
  dce_rpc: 'ts:time uid ID rtt:interval named_pipe endpoint operation',
}

export type ZeekLayout = { readonly path: string; readonly names: readonly string[]; readonly types: readonly string[] }

/** By the name that a sender gives its format. */
export const ZEEK_LAYOUTS: ReadonlyMap<string, ZeekLayout> = new Map(
  Object.entries(COLUMNS).map(([path, columns]) => {
    const pairs = columns
      .replace('ID', ID)
      .split(' ')
      .map((column) => column.split(':'))
    const names = pairs.map(([name = '']) => name)
    return [`zeek-${path.replaceAll('_', '-')}`, { path, names, types: pairs.map(([, type = 'string']) => type) }]
  }),
)
