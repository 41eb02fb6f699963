import { Listing } from '../parts/listing.tsx'
import { Shown } from '../parts/shown.tsx'

const ENTRIES = 'GET /api/v1/intel/warning-lists/{list_id}/entries'

type EntriesProps = { readonly id: string; readonly name: string }

/** The values of a list of known-good values. */
export function WarningListEntries({ id, name }: EntriesProps) {
  return (
    <Listing<typeof ENTRIES>
      title={`Entries of ${name.slice(0, 80)}`}
      list={ENTRIES}
      path={{ list_id: id }}
      keyOf={({ ioc_type: kind, value }) => `${kind} ${value}`}
      empty={{ title: 'No entry' }}
      columns={[
        { head: 'Kind', isShort: true, cell: ({ ioc_type: kind }) => kind },
        { head: 'Value', isMono: true, cell: ({ value }) => <Shown text={value} lengthMax={300} /> },
        {
          head: 'Covers',
          isShort: true,
          cell: ({ with_subdomains: isWide }) => (isWide ? 'its subdomains too' : 'this value'),
        },
      ]}
    />
  )
}
