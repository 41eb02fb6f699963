import { short, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { FormButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'

type Props = { readonly id: string; readonly mayWrite: boolean }

export function TimeSpent({ id, mayWrite }: Props) {
  return (
    <Listing<'GET /api/v1/cases/{id}/time'>
      title="Time spent"
      list="GET /api/v1/cases/{id}/time"
      path={{ id }}
      aside={mayWrite && <FormButton operation="POST /api/v1/cases/{id}/time" path={{ id }} label="Record time" />}
      empty={{ title: 'None recorded' }}
      columns={[
        { head: 'Minutes', isNumber: true, isShort: true, cell: ({ minutes }) => minutes.toLocaleString() },
        { head: 'For', cell: ({ note }) => <Shown text={note ?? '–'} lengthMax={200} /> },
        short('By', 'actor'),
        when('When', 'created_at'),
      ]}
    />
  )
}
