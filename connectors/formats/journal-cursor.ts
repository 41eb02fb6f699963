import { isMembers } from '../../platform/members.ts'
import { vendorIdOf } from '../mapping/vendor-id.ts'

/**
 * journald's name of a record, which identifies it: `journalctl -o json` writes the members in another order with every
 * run, so the same record sent again has other bytes. '' for records that are not from journald.
 */
export function journalCursor({ relayed, __CURSOR }: Readonly<Record<string, unknown>>): string {
  return vendorIdOf(isMembers(relayed) ? relayed.__CURSOR : __CURSOR)
}
