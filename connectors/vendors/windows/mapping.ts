/** The Windows event log, in every spelling that shippers send. */
import { compileSource } from '../../mapping/source.ts'
import type { SourceTable } from '../../mapping/table.ts'
import { ADFS } from './adfs.ts'
import { APPLICATION } from './application.ts'
import { HEADER } from './common.ts'
import { DEFENDER } from './defender.ts'
import { WINLOG } from './ecs.ts'
import { BITS, TASK_SCHEDULER, WMI } from './jobs.ts'
import { DNS_CLIENT, DNS_SERVER_LOG, FIREWALL, NTLM, OPENSSH, REMOTE_DESKTOP } from './network-logs.ts'
import { OTHER } from './other.ts'
import { APPLOCKER, CODE_INTEGRITY } from './policy-logs.ts'
import { POWERSHELL, POWERSHELL_CLASSIC } from './powershell.ts'
import { SECURITY } from './security.ts'
import { SERVICES } from './services.ts'
import { flat, isOfEventViewer, isOfPowerShell, WINDOWS_SHAPES } from './shapes.ts'
import { SYSMON } from './sysmon.ts'
import { SYSTEM } from './system.ts'

export const WINDOWS: SourceTable = {
  id: 'windows/1',
  shapes: WINDOWS_SHAPES,
  // EventType is for Sysmon, which reports keys and their values under one event number.
  select: ['Channel', 'EventID', 'Provider_Name', 'EventType'],
  rows: HEADER,
  logSource: { product: 'windows' },
  aliases: WINLOG,
  prefix: 'winlog.event_data.',
  chapters: [
    SYSMON,
    ADFS,
    SECURITY,
    POWERSHELL,
    POWERSHELL_CLASSIC,
    SYSTEM,
    DEFENDER,
    TASK_SCHEDULER,
    BITS,
    WMI,
    DNS_CLIENT,
    DNS_SERVER_LOG,
    FIREWALL,
    REMOTE_DESKTOP,
    NTLM,
    OPENSSH,
    APPLOCKER,
    CODE_INTEGRITY,
    APPLICATION,
    ...SERVICES,
    OTHER,
  ],
  renderings: ['Message', 'Category', 'SeverityValue', 'OpcodeValue', 'Provider_Guid'],
  // Only the Windows event log has both a log of this name and a numbered event.
  recognises: (record) =>
    WINDOWS_SHAPES.some((shape) => shape !== flat && shape.is(record)) ||
    (typeof record.Channel === 'string' && record.EventID !== undefined && record.EventID !== null) ||
    isOfPowerShell(record) ||
    isOfEventViewer(record),
}

export const windows = compileSource(WINDOWS)
