/** Rows that logs of Amazon Web Services share: the account and the cloud. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { always, is, type RecordShape, type Rows, text } from '../../mapping/table.ts'

export function product(name: string): Rows {
  return { 'metadata.product.name': is(name), 'metadata.product.vendor_name': is('AWS') }
}

/** The account and region of a resource. */
export function cloud(account: string | readonly string[], region?: string | readonly string[]): Rows {
  return {
    'cloud.provider': always('AWS'),
    'cloud.account.uid': text(...[account].flat()),
    ...(region === undefined ? {} : { 'cloud.region': text(...[region].flat()) }),
  }
}

/** Logs without a verdict. */
export const PLAIN_LOG: Rows = { severity_id: is('Informational') }

export const plain: RecordShape = { name: 'json', is: () => true }

/** Members of a value that holds an object as JSON text, or that is one; null for anything else. */
export function membersOf(value: unknown): Members | null {
  if (typeof value !== 'string') return isMembers(value) ? value : null
  if (!value.startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(value)
    return isMembers(parsed) ? parsed : null
  } catch {
    return null
  }
}
