/** Columns of PAN-OS logs by type, from the fourth column on. Source: syslog field descriptions of PAN-OS 11.1. */
const FLOW =
  'content_ver time_generated src dst natsrc natdst rule srcuser dstuser app vsys from to inbound_if outbound_if logset ' +
  'future_use sessionid repeatcnt sport dport natsport natdport flags proto action'

const DEVICES = ['src', 'dst']
  .map((end) => 'category profile model vendor osfamily osversion host mac'.replace(/\w+/g, `${end}_$&`))
  .join(' ')

const COLUMNS: Readonly<Record<string, string>> = {
  TRAFFIC:
    `${FLOW} bytes bytes_sent bytes_received packets start elapsed category future_use2 seqno actionflags srcloc dstloc ` +
    'future_use3 pkts_sent pkts_received session_end_reason dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 ' +
    'dg_hier_level_4 vsys_name device_name action_source src_uuid dst_uuid tunnelid monitortag parent_session_id ' +
    'parent_start_time tunnel assoc_id chunks chunks_sent chunks_received rule_uuid http2_connection ' +
    'link_change_count policy_id link_switches sdwan_cluster sdwan_device_type sdwan_cluster_type sdwan_site ' +
    `dynusergroup_name xff_ip ${DEVICES} container_id pod_namespace pod_name src_edl dst_edl hostid serialnumber ` +
    'src_dag dst_dag session_owner high_res_timestamp nssai_sst nssai_sd subcategory_of_app category_of_app ' +
    'technology_of_app risk_of_app characteristic_of_app container_of_app tunneled_app is_saas_of_app ' +
    'sanctioned_state_of_app offloaded flow_type cluster_name',
  THREAT:
    `${FLOW} misc threatid category severity direction seqno actionflags srcloc dstloc future_use2 contenttype pcap_id ` +
    'filedigest cloud url_idx user_agent filetype xff referer sender subject recipient reportid dg_hier_level_1 ' +
    'dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name future_use3 src_uuid dst_uuid http_method ' +
    'tunnel_id monitortag parent_session_id parent_start_time tunnel thr_category contentver future_use4 assoc_id ' +
    `ppid http_headers url_category_list rule_uuid http2_connection dynusergroup_name xff_ip ${DEVICES} container_id ` +
    'pod_namespace pod_name src_edl dst_edl hostid serialnumber domain_edl src_dag dst_dag partial_hash ' +
    'high_res_timestamp reason justification nssai_sst subcategory_of_app category_of_app technology_of_app ' +
    'risk_of_app characteristic_of_app container_of_app tunneled_app is_saas_of_app sanctioned_state_of_app ' +
    'cloud_reportid cluster_name flow_type',
  SYSTEM:
    'content_ver time_generated vsys eventid object future_use future_use2 module severity opaque seqno actionflags ' +
    'dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name future_use3 future_use4 ' +
    'high_res_timestamp',
  CONFIG:
    'content_ver time_generated host vsys cmd admin client result path before_change_detail after_change_detail seqno ' +
    'actionflags dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name dg_id comment ' +
    'future_use high_res_timestamp',
  GLOBALPROTECT:
    'content_ver time_generated vsys eventid stage auth_method tunnel_type srcuser srcregion machinename public_ip ' +
    'public_ipv6 private_ip private_ipv6 hostid serialnumber client_ver client_os client_os_ver repeatcnt reason error ' +
    'opaque status location login_duration connect_method error_code portal seqno actionflags ' +
    'high_res_timestamp selection_type response_time priority attempted_gateways gateway dg_hier_level_1 ' +
    'dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name vsys_id cluster_name',
  USERID:
    'content_ver time_generated vsys ip user datasourcename eventid repeatcnt timeout beginport endport datasource ' +
    'datasourcetype seqno actionflags dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name ' +
    'device_name vsys_id factortype factorcompletiontime factorno ugflags userbysource tag_name high_res_timestamp ' +
    'origindatasource future_use cluster_name',
  AUTHENTICATION:
    'content_ver time_generated vsys ip user normalize_user object authpolicy repeatcnt authid vendor logset serverprofile ' +
    'desc clienttype event factorno seqno actionflags dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 ' +
    'vsys_name device_name vsys_id authproto rule_uuid high_res_timestamp',
  HIPMATCH:
    'content_ver time_generated srcuser vsys machinename os src matchname repeatcnt matchtype future_use future_use2 seqno ' +
    'actionflags dg_hier_level_1 dg_hier_level_2 dg_hier_level_3 dg_hier_level_4 vsys_name device_name vsys_id srcipv6 ' +
    'hostid serialnumber mac high_res_timestamp cluster_name',
  DECRYPTION: `${FLOW} tunnel future_use2 future_use3 src_uuid dst_uuid rule_uuid hs_stage_c2f hs_stage_f2s tls_version`,
}

export const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(COLUMNS).map(([type, names]) => [type, names.split(' ')]),
)
