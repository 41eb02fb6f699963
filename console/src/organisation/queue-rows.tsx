/**
 * Rows of alerts and cases of several tenants, each with its tenant: they open in their tenant, and alerts can be
 * claimed here.
 */

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, State } from '../parts/columns.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Due, Time } from '../parts/time.tsx'
import { enter } from './delegated.ts'
import { askAt } from './places.ts'

type Item = AnswerOf<'GET /api/v1/organisation/queue'>['items'][number]

export function QueueRows({ rows, children }: { readonly rows: readonly Item[]; readonly children: ReactNode }) {
  const queries = useQueryClient()
  const me = useSession().me?.id ?? ''
  const go = useMutation({
    mutationFn: ({ delegation_id: delegation, kind, id }: Item) => enter(delegation, `/${kind}s/${id}`),
  })
  const claim = useMutation({
    mutationFn: ({ tenant_id: tenant, delegation_id: delegation, id }: Item) =>
      askAt({ tenant, delegation }, me, 'POST /api/v1/alerts/{id}/claim', { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['organisation-queue'] }),
  })
  return (
    <>
      {go.error && <Failure error={go.error} />}
      {claim.error && <Failure error={claim.error} />}
      <Table
        name="List of alerts and cases of all tenants"
        rows={rows}
        keyOf={({ tenant_id: tenant, id }) => `${tenant} ${id}`}
        columns={[
          { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
          {
            head: 'Tenant',
            isShort: true,
            cell: ({ tenant_id: tenant, tenant_name: name }) => (
              <span title={shown(tenant, 80)}>
                <Shown text={name} lengthMax={32} />
              </span>
            ),
          },
          {
            head: 'Alert or case',
            cell: (item) => (
              <button
                type="button"
                className="as-link title-link"
                title={`Work in ${shown(item.tenant_id, 60)} on this ${item.kind}`}
                onClick={() => go.mutate(item)}
              >
                {item.number !== null && <span className="quiet">{item.number} </span>}
                <Shown text={item.title === '' ? 'A field rule hides the title' : item.title} lengthMax={200} />
              </button>
            ),
          },
          { head: 'Status', isShort: true, cell: ({ status }) => <State of={status} /> },
          {
            head: 'Owner',
            isShort: true,
            cell: ({ assigned_to_id: owner, assigned_to: name }) =>
              owner === null ? (
                <span className="quiet">unassigned</span>
              ) : owner === me ? (
                'you'
              ) : (
                <Shown text={name ?? 'somebody else'} lengthMax={40} />
              ),
          },
          { head: 'Waits since', isShort: true, cell: ({ waiting_since: since }) => <Time at={since} /> },
          {
            head: 'Due',
            isShort: true,
            cell: ({ due_at: due }) =>
              due === null ? <span className="quiet">no target</span> : <Due at={due} nowMs={Date.now()} />,
          },
          actions<Item>((item) =>
            item.kind === 'alert' && item.assigned_to_id === null ? (
              <Button
                variant="default"
                loading={claim.isPending && claim.variables.id === item.id}
                aria-label={`Claim ${shown(item.title, 80)} of ${shown(item.tenant_id, 60)}`}
                onClick={() => claim.mutate(item)}
              >
                Claim
              </Button>
            ) : null,
          ),
        ]}
      >
        {children}
      </Table>
    </>
  )
}
