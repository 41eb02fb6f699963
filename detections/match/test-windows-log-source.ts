/** The log source of a Windows event from its channel and id. For tests and benchmarks. */
import type { EventLogSource } from '../../schemas/event-view.ts'

/** Event ids of Sysmon to categories. */
const SYSMON: Readonly<Record<number, readonly string[]>> = {
  1: ['process_creation'],
  2: ['file_change'],
  3: ['network_connection'],
  4: ['sysmon_status'],
  5: ['process_termination'],
  6: ['driver_load'],
  7: ['image_load'],
  8: ['create_remote_thread'],
  9: ['raw_access_thread'],
  10: ['process_access'],
  11: ['file_event'],
  12: ['registry_event', 'registry_add', 'registry_delete'],
  13: ['registry_event', 'registry_set'],
  14: ['registry_event', 'registry_rename'],
  15: ['create_stream_hash'],
  16: ['sysmon_status'],
  17: ['pipe_created'],
  18: ['pipe_created'],
  19: ['wmi_event'],
  20: ['wmi_event'],
  21: ['wmi_event'],
  22: ['dns_query'],
  23: ['file_delete'],
  24: ['clipboard_capture'],
  25: ['process_tampering'],
  26: ['file_delete'],
  27: ['file_block_executable'],
  28: ['file_block_shredding'],
  29: ['file_executable_detected'],
  255: ['sysmon_error'],
}

/** Channels to services, lower case. */
const SERVICES: Readonly<Record<string, string>> = {
  application: 'application',
  security: 'security',
  system: 'system',
  setup: 'setup',
  'windows powershell': 'powershell-classic',
  'powershellcore/operational': 'powershell',
  'microsoft-windows-powershell/operational': 'powershell',
  'microsoft-windows-sysmon/operational': 'sysmon',
  'microsoft-windows-wmi-activity/operational': 'wmi',
  'microsoft-windows-windows defender/operational': 'windefend',
  'microsoft-windows-taskscheduler/operational': 'taskscheduler',
  'microsoft-windows-ntlm/operational': 'ntlm',
  'microsoft-windows-dns-client/operational': 'dns-client',
  'microsoft-windows-bits-client/operational': 'bits-client',
  'microsoft-windows-codeintegrity/operational': 'codeintegrity-operational',
  'microsoft-windows-applocker/exe and dll': 'applocker',
  'microsoft-windows-applocker/msi and script': 'applocker',
  'microsoft-windows-windows firewall with advanced security/firewall': 'firewall-as',
  'microsoft-windows-terminalservices-localsessionmanager/operational': 'terminalservices-localsessionmanager',
  'microsoft-windows-smbclient/security': 'smbclient-security',
  'microsoft-windows-security-mitigations/kernel mode': 'security-mitigations',
  'microsoft-windows-shell-core/operational': 'shell-core',
}

const POWERSHELL: Readonly<Record<number, readonly string[]>> = { 4103: ['ps_module'], 4104: ['ps_script'] }

function categoriesOf(service: string, eventId: number): readonly string[] {
  if (service === 'sysmon') return SYSMON[eventId] ?? []
  if (service === 'security') return eventId === 4688 ? ['process_creation'] : []
  if (service === 'powershell') return POWERSHELL[eventId] ?? []
  if (service === 'powershell-classic') return eventId === 400 ? ['ps_classic_start', 'ps_classic_provider_start'] : []
  return []
}

/** Sysmon on Windows has few kinds of events; the same object for all events of a kind. */
const known = new Map<string, Map<unknown, EventLogSource>>()
const OTHER: EventLogSource = { product: 'windows', service: '', categories: [] }

export function windowsLogSource(record: Readonly<Record<string, unknown>>): EventLogSource {
  const channel = record.Channel ?? record.log_name
  if (typeof channel !== 'string') return OTHER
  let byId = known.get(channel)
  if (!byId) known.set(channel, (byId = new Map()))
  const id = record.EventID ?? record.event_id
  let source = byId.get(id)
  if (!source) {
    const service = SERVICES[channel.toLowerCase()] ?? ''
    source = { product: 'windows', service, categories: categoriesOf(service, Number(id)) }
    byId.set(id, source)
  }
  return source
}
