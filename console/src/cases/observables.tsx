import { Link } from '@tanstack/react-router'
import { mono, person, short, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { observableQuery } from './observable-query.ts'

type Props = { readonly id: string; readonly mayWrite: boolean }

export function Observables({ id, mayWrite }: Props) {
  return (
    <Listing<'GET /api/v1/cases/{id}/observables'>
      title="Observables"
      list="GET /api/v1/cases/{id}/observables"
      path={{ id }}
      aside={
        mayWrite && (
          <FormButton
            operation="POST /api/v1/cases/{id}/observables"
            path={{ id }}
            label="Add"
            title="Add an observable"
          />
        )
      }
      empty={{ title: 'No observables yet', next: 'Addresses, hosts, users, files and hashes that the case is about.' }}
      columns={[
        short('Kind', 'kind'),
        mono('Value', 'value'),
        person('By', 'added_by'),
        when('Since', 'created_at'),
        {
          head: 'Actions',
          isShort: true,
          isActions: true,
          cell: (row) => (
            <>
              {row.kind === 'alert' ? (
                <Link to="/alerts/$id" params={{ id: row.value }}>
                  Open the alert
                </Link>
              ) : (
                <Link to="/search" search={{ query: observableQuery(row.kind, row.value), hours: '168' }}>
                  Its events
                </Link>
              )}{' '}
              {mayWrite && (
                <ActButton
                  operation="DELETE /api/v1/cases/{id}/observables/{observable_id}"
                  path={{ id, observable_id: row.id }}
                  label="Remove"
                  ariaLabel={`Remove ${row.value.slice(0, 80)}`}
                  variant="subtle"
                />
              )}
            </>
          ),
        },
      ]}
    />
  )
}
