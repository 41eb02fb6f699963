/** Alerts of several tenants, each with its tenant: opened where it is, and those of one's own claimed from here. */
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AnswerOf, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions } from '../parts/columns.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'
import { enter } from './delegated.ts'
import type { RowOf } from './merged.ts'
import { askAt, type Place } from './places.ts'

type Alert = AnswerOf<'GET /api/v1/alerts'>['items'][number]
type RowsProps = { readonly rows: readonly RowOf<Alert>[]; readonly places: readonly Place[]; readonly me: string }

export function QueueRows({ rows, places, me }: RowsProps) {
  const queries = useQueryClient()
  const mayClaim = lacking(useSession(), 'POST /api/v1/alerts/{id}/claim') === null
  const placeOf = (tenant: string) => places.find((place) => place.tenant === tenant)
  const go = useMutation({
    mutationFn: ({ place, id }: { place: Place; id: string }) =>
      place.delegation === null ? Promise.resolve() : enter(place.delegation, `/alerts/${id}`),
  })
  const claim = useMutation({
    mutationFn: ({ place, id }: { place: Place; id: string }) =>
      askAt(place, me, 'POST /api/v1/alerts/{id}/claim', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tenant-alerts'] }),
  })
  return (
    <>
      {go.error && <Failure error={go.error} />}
      {claim.error && <Failure error={claim.error} />}
      <Table
        name="List of alerts of all tenants"
        rows={rows}
        keyOf={({ tenant, item }) => `${tenant} ${item.id}`}
        columns={[
          { head: 'Severity', isShort: true, cell: ({ item }) => <Severity level={item.severity} /> },
          { head: 'Tenant', isMono: true, isShort: true, cell: ({ tenant }) => <Shown text={tenant} lengthMax={32} /> },
          {
            head: 'Alert',
            cell: ({ tenant, item: { id, title } }) => {
              const place = placeOf(tenant)
              if (place === undefined || place.delegation === null)
                return (
                  <Link to="/alerts/$id" params={{ id }}>
                    <Shown text={title} lengthMax={200} />
                  </Link>
                )
              return (
                <button
                  type="button"
                  className="as-link title-link"
                  title={`Work in ${shown(tenant, 60)} on this alert`}
                  onClick={() => go.mutate({ place, id })}
                >
                  <Shown text={title} lengthMax={200} />
                </button>
              )
            },
          },
          {
            head: 'Entity',
            isMono: true,
            isShort: true,
            cell: ({ item: { affected_hosts: hosts, affected_users: users, affected_ips: ips } }) => {
              const [name, ...others] = [...hosts, ...users, ...ips]
              if (name === undefined) return <span className="quiet">–</span>
              return (
                <>
                  <Shown text={name} lengthMax={32} />
                  {others.length > 0 && <span className="quiet"> +{others.length}</span>}
                </>
              )
            },
          },
          {
            head: 'Risk',
            isNumber: true,
            isShort: true,
            cell: ({ item }) => item.risk_score ?? <span className="quiet">–</span>,
          },
          { head: 'Status', isShort: true, cell: ({ item }) => wordOf(item.status) },
          {
            head: 'Owner',
            isShort: true,
            cell: ({ item: { assigned_to_id: owner } }) =>
              owner === null ? <span className="quiet">unassigned</span> : owner === me ? 'you' : 'somebody else',
          },
          { head: 'Raised', isShort: true, cell: ({ item }) => <Time at={item.created_at} /> },
          actions<RowOf<Alert>>(({ tenant, item }) => {
            const place = placeOf(tenant)
            // An alert belongs to a user of its tenant: who works there by delegation is none, and cannot own it.
            if (!mayClaim || place?.delegation !== null || item.assigned_to_id !== null) return null
            return (
              <Button
                variant="default"
                loading={claim.isPending && claim.variables.id === item.id}
                aria-label={`Claim ${shown(item.title, 80)} of ${shown(tenant, 60)}`}
                onClick={() => claim.mutate({ place, id: item.id })}
              >
                Claim
              </Button>
            )
          }),
        ]}
      />
    </>
  )
}
