/** Columns of PAN-OS logs, from the fourth on, by type. Source: syslog field descriptions of PAN-OS 11.1. */
const FLOW =
  'content_ver time_generated src dst natsrc natdst rule srcuser dstuser app vsys from to inbound_if outbound_if logset ' +
  'future_use sessionid repeatcnt sport dport natsport natdport flags proto action'

const COLUMNS: Readonly<Record<string, string>> = {
  TRAFFIC:
    `${FLOW} bytes bytes_sent bytes_received packets start elapsed category future_use2 seqno actionflags srcloc dstloc ` +
    'future_use3 pkts_sent pkts_received session_end_reason dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 ' +
    'dg_hier_level_4 vsys_name device_name action_source src_uuid dst_uuid tunnelid monitortag parent_session_id ' +
    'parent_start_time tunnel assoc_id chunks chunks_sent chunks_received rule_uuid http2_connection',
  THREAT:
    `${FLOW} misc threatid category severity direction seqno actionflags srcloc dstloc future_use2 contenttype pcap_id ` +
    'filedigest cloud url_idx user_agent filetype xff referer sender subject recipient reportid dg_hier_level_1 ' +
    'dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name future_use3 src_uuid dst_uuid http_method ' +
    'tunnel_id monitortag parent_session_id parent_start_time tunnel thr_category contentver future_use4 assoc_id ' +
    'ppid http_headers url_category_list rule_uuid http2_connection',
  SYSTEM:
    'content_ver time_generated vsys eventid object future_use future_use2 module severity opaque seqno actionflags ' +
    'dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name',
  CONFIG:
    'content_ver time_generated host vsys cmd admin client result path before_change_detail after_change_detail seqno ' +
    'actionflags dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name',
  GLOBALPROTECT:
    'content_ver time_generated vsys eventid stage auth_method tunnel_type srcuser srcregion machinename public_ip ' +
    'public_ipv6 private_ip private_ipv6 hostid serialnumber client_ver client_os client_os_ver repeatcnt reason error ' +
    'opaque status location login_duration connect_method error_code portal seqno actionflags',
  USERID:
    'content_ver time_generated vsys ip user datasourcename eventid repeatcnt timeout beginport endport datasource ' +
    'datasourcetype seqno actionflags dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name',
  DECRYPTION: `${FLOW} tunnel future_use2 future_use3 src_uuid dst_uuid rule_uuid hs_stage_c2f hs_stage_f2s tls_version`,
}

export const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(COLUMNS).map(([type, names]) => [type, names.split(' ')]),
)
