import { mono, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'

const DRIFT = 'GET /api/v1/schema-drift'
const KINDS = {
  new: 'new field',
  vanished: 'no longer seen',
  untracked: 'fields no longer followed',
} as const

export function Drift() {
  return (
    <Listing<typeof DRIFT>
      title="Fields that came or went"
      list={DRIFT}
      empty={{
        title: 'No source has changed its fields',
        next: 'A field that appears in the events of a source, or is missing from them, is listed here.',
      }}
      columns={[
        when('Noticed', 'noticed_at'),
        words('Source', 'source'),
        mono('Field', 'path'),
        { head: 'What', isShort: true, cell: ({ kind }) => KINDS[kind] },
        when('Last seen before', 'last_seen_before', '–'),
      ]}
    />
  )
}
