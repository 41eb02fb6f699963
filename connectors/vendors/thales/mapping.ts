/**
 * Thales (Vormetric) CipherTrust Transparent Encryption: a policy's decisions on access to a guarded file. Its actions
 * (`read_file`, `rename` ...) name the act; the message numbers are in the vendor's "Messages reference".
 */

import { on, syslogDevice } from '../../families/syslog/device.ts'
import { structuredData } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { basename, capture, is, lookup, type Profile } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const DATA = 'syslog.structured_data.CGP@21513'
const DONE = ['parsed.done', `${DATA}.denyStr`]
const MANAGER = 'syslog.structured_data.COM@21513'

function read(_: string, record: Members): PhraseValues {
  const data = structuredData(record, 'CGP@21513')
  if (typeof data?.act !== 'string' || typeof data.filePath !== 'string') return { kind: 'words' }
  const guarded = typeof data.gp === 'string' ? data.gp.replace(/\/$/, '') : ''
  // A policy in learn mode denies nothing: it logs the access that it would have denied.
  const isLearning = typeof data.cat === 'string' && data.cat.includes('LEARN MODE') && data.denyStr === 'DENIED'
  const path = `${guarded}/${data.filePath.replace(/^\//, '')}`
  return { kind: 'file', path, ...(isLearning && { done: 'learned' }) }
}

const PROFILES: readonly Profile[] = [
  on('file', {
    class: 'file_activity',
    activity: lookup(
      `${DATA}.act`,
      {
        read_file: 'Read',
        write_file: 'Update',
        create_file: 'Create',
        remove_file: 'Delete',
        rename: 'Rename',
        read_attr: 'Get Attributes',
        change_attr: 'Set Attributes',
        read_sec_attr: 'Get Security',
        change_sec_attr: 'Set Security',
      },
      'Other',
    ),
    rows: {
      'file.path': 'parsed.path',
      'file.name': basename('parsed.path'),
      'file.type_id': is('Unknown'),
      'actor.user.name': capture(`${DATA}.uinfo`, /^([^,]{1,255})/),
      'actor.user.uid': capture(`${DATA}.uinfo`, /,uid=([\w-]{1,64})/),
      // The log only has the path, and a process of OCSF requires an id.
      'actor.app_name': `${DATA}.sproc`,
      'policy.name': `${DATA}.pol`,
      action_id: lookup(DONE, { PERMIT: 'Allowed', DENIED: 'Denied', learned: 'Observed' }, 'Other'),
      disposition_id: lookup(DONE, { PERMIT: 'Allowed', DENIED: 'Blocked', learned: 'Logged' }, 'Other'),
      status_id: lookup(DONE, { PERMIT: 'Success', DENIED: 'Failure', learned: 'Success' }, 'Other'),
      status_detail: `${DATA}.msg`,
    },
  }),
]

export const transparentEncryption = syslogDevice({
  id: 'thales-cte/1',
  vendor: 'Thales',
  product: 'CipherTrust Transparent Encryption',
  programs: /^(?:vee-fs|dsm)(?:@|$)/i,
  is: (record) => structuredData(record, 'CGP@21513') !== null || structuredData(record, 'COM@21513') !== null,
  read,
  rows: {
    severity_id: lookup(
      [`${DATA}.sev`, `${MANAGER}.sev`],
      { INFO: 'Informational', WARN: 'Low', ERROR: 'High', FATAL: 'Critical' },
      'Unknown',
      'Informational',
    ),
    message: [`${DATA}.msg`, `${MANAGER}.msg`, 'syslog.message'],
  },
  profiles: PROFILES,
  rest: 'the agent and its manager about keys, hosts and each other',
})
