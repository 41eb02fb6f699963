import type { Derive } from '../../../schemas/event-view.ts'

/**
 * Names of the Elastic Common Schema that rules use, as OCSF paths in order of preference: for a class about a process
 * it is `process`, elsewhere the acting one. Source: the field reference of ECS 8.
 */
export const ECS: Readonly<Record<string, readonly string[]>> = {
  '@timestamp': ['time'],
  message: ['message'],
  'event.code': ['metadata.event_code'],
  'event.provider': ['metadata.log_provider', 'api.service.name'],
  'event.action': ['api.operation', 'metadata.event_code'],
  'event.outcome': ['status_id'],
  'host.name': ['device.hostname'],
  'host.hostname': ['device.hostname'],
  'host.id': ['device.uid', 'device.hostname'],
  'host.os.name': ['device.os.name'],
  'agent.id': ['device.uid', 'device.hostname'],
  'host.ip': ['device.ip'],
  'user.name': ['actor.user.name', 'user.name'],
  'user.id': ['actor.user.uid', 'user.uid'],
  'user.domain': ['actor.user.domain', 'user.domain'],
  'user.email': ['actor.user.email_addr', 'user.email_addr'],
  'user.target.name': ['user.name'],
  'user.target.id': ['user.uid'],
  'user.target.domain': ['user.domain'],
  'group.name': ['group.name'],
  'group.id': ['group.uid'],
  'process.name': ['process.name', 'actor.process.name'],
  'process.pid': ['process.pid', 'actor.process.pid'],
  'process.entity_id': ['process.uid', 'actor.process.uid'],
  'process.executable': ['process.file.path', 'actor.process.file.path'],
  'process.command_line': ['process.cmd_line', 'actor.process.cmd_line'],
  'process.working_directory': ['process.working_directory', 'actor.process.working_directory'],
  'process.hash': ['process.file.hashes'],
  'process.hash.md5': ['process.file.hashes'],
  'process.hash.sha1': ['process.file.hashes'],
  'process.hash.sha256': ['process.file.hashes'],
  'process.pe.original_file_name': ['process.file.internal_name'],
  'process.pe.company': ['process.file.company_name'],
  'process.pe.description': ['process.file.desc'],
  'process.pe.product': ['process.file.product.name'],
  'process.pe.file_version': ['process.file.version'],
  'process.parent.name': ['process.parent_process.name', 'actor.process.parent_process.name'],
  'process.parent.pid': ['process.parent_process.pid', 'actor.process.parent_process.pid'],
  'process.parent.entity_id': ['process.parent_process.uid', 'actor.process.parent_process.uid'],
  'process.parent.executable': ['process.parent_process.file.path', 'actor.process.parent_process.file.path'],
  'process.parent.command_line': ['process.parent_process.cmd_line', 'actor.process.parent_process.cmd_line'],
  'file.path': ['file.path', 'module.file.path', 'driver.file.path'],
  'file.name': ['file.name', 'module.file.name', 'driver.file.name'],
  'file.hash.sha256': ['file.hashes', 'module.file.hashes'],
  'file.pe.original_file_name': ['file.internal_name', 'module.file.internal_name', 'driver.file.internal_name'],
  'file.code_signature.subject_name': ['driver.file.signatures[0].developer_uid'],
  'dll.path': ['module.file.path'],
  'dll.name': ['module.file.name'],
  'dll.pe.original_file_name': ['module.file.internal_name'],
  'dll.hash.sha256': ['module.file.hashes'],
  'dll.code_signature.subject_name': ['module.file.signatures[0].developer_uid'],
  'registry.path': ['reg_value.path', 'reg_key.path'],
  'registry.value': ['reg_value.name'],
  'registry.key': ['reg_value.path', 'reg_key.path'],
  'registry.data.strings': ['reg_value.data', 'reg_value.reg_string_data'],
  'source.ip': ['src_endpoint.ip'],
  'source.port': ['src_endpoint.port'],
  'source.domain': ['src_endpoint.hostname', 'src_endpoint.domain'],
  'source.address': ['src_endpoint.hostname', 'src_endpoint.domain', 'src_endpoint.ip'],
  'client.ip': ['src_endpoint.ip'],
  'destination.ip': ['dst_endpoint.ip'],
  'destination.port': ['dst_endpoint.port'],
  'destination.domain': ['dst_endpoint.hostname', 'dst_endpoint.domain'],
  'destination.address': ['dst_endpoint.hostname', 'dst_endpoint.domain', 'dst_endpoint.ip'],
  'server.ip': ['dst_endpoint.ip'],
  'network.transport': ['connection_info.protocol_name'],
  'network.protocol': ['app_protocol_name'],
  'dns.question.name': ['query.hostname'],
  'dns.question.type': ['query.type'],
  'url.full': ['http_request.url.url_string', 'url.url_string'],
  'url.domain': ['http_request.url.hostname', 'url.hostname'],
  'url.path': ['http_request.url.path', 'url.path'],
  'url.query': ['http_request.url.query_string', 'url.query_string'],
  'user_agent.original': ['http_request.user_agent'],
  'http.request.method': ['http_request.http_method'],
  'http.response.status_code': ['http_response.code'],
  'service.name': ['win_service.name', 'service.name'],
  'rule.name': ['finding_info.title', 'firewall_rule.name'],
  'cloud.account.id': ['cloud.account.uid'],
  'cloud.region': ['cloud.region'],
  'cloud.provider': ['cloud.provider'],
  'cloud.service.name': ['api.service.name'],
}

/** Names of values derived from others; of several sources, the first that is filled counts. */
export const ECS_MADE: Readonly<Record<string, { readonly of: readonly string[]; readonly derive: Derive }>> = {
  'process.args': { of: ['process.cmd_line', 'actor.process.cmd_line'], derive: 'arguments' },
  'process.args_count': { of: ['process.cmd_line', 'actor.process.cmd_line'], derive: 'argument_count' },
  'process.parent.args': {
    of: ['process.parent_process.cmd_line', 'actor.process.parent_process.cmd_line'],
    derive: 'arguments',
  },
  'process.parent.args_count': {
    of: ['process.parent_process.cmd_line', 'actor.process.parent_process.cmd_line'],
    derive: 'argument_count',
  },
  'file.extension': { of: ['file.path', 'module.file.path', 'driver.file.path'], derive: 'extension' },
  'file.directory': { of: ['file.path', 'module.file.path', 'driver.file.path'], derive: 'dirname' },
}

/** Names of codes and flags whose meanings the sources define (`words` of `Aliases`). */
export const ECS_WORDS: ReadonlySet<string> = new Set([
  ...['event.action', 'winlog.logon.type', 'network.direction', 'dll.code_signature.trusted'],
])

/** True when the values of a field may differ from those in the raw text of an event. */
export function isMadeName(field: string): boolean {
  return Object.hasOwn(ECS_MADE, field) || ECS_WORDS.has(field)
}
