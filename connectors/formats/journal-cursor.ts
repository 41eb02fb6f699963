import { isMembers } from '../../platform/members.ts'
import { vendorIdOf } from '../mapping/vendor-id.ts'

/**
 * journald's name of a record, which is its identity: `journalctl -o json` changes the order of members with every run,
 * so the same record sent again has other bytes. '' for records from elsewhere.
 */
export function journalCursor({ relayed, __CURSOR }: Readonly<Record<string, unknown>>): string {
  return vendorIdOf(isMembers(relayed) ? relayed.__CURSOR : __CURSOR)
}
