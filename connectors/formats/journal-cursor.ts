import { isMembers } from '../../platform/members.ts'
import { vendorIdOf } from '../mapping/vendor-id.ts'

/**
 * The name that journald gives a record, which is its identity: `journalctl -o json` writes the members of one in another
 * order whenever it is run, so the same record sent again has other bytes. '' for what comes from elsewhere.
 */
export function journalCursor({ relayed, __CURSOR }: Readonly<Record<string, unknown>>): string {
  return vendorIdOf(isMembers(relayed) ? relayed.__CURSOR : __CURSOR)
}
