/** The actions of a case: past ones, available ones, and the next ones of playbooks and agents. */
import { Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { wordOf } from '../parts/words.ts'
import { AskActionButton } from '../response/ask-action.tsx'
import { RunPlaybookButton } from '../response/run-playbook.tsx'

type CaseDetail = Schemas['CaseDetail']

export function Respond({ detail }: { readonly detail: CaseDetail }) {
  const { id, observable_graph: graph } = detail
  const targets = graph.nodes.map(({ kind, value }) => ({ kind, value }))
  return (
    <>
      <Listing<'GET /api/v1/actions'>
        title="Actions"
        list="GET /api/v1/actions"
        query={{ case_id: id }}
        aside={
          <Group gap="xs">
            <AskActionButton caseId={id} targets={targets} />
            <RunPlaybookButton caseId={id} />
          </Group>
        }
        empty={{
          title: 'No actions yet',
          next: 'Ask for an action: block an address, isolate a host, end sessions. A dry run shows first who has to approve it.',
        }}
        columns={[
          { head: 'Action', isShort: true, cell: ({ action_type: type }) => wordOf(type) },
          { head: 'Target', isMono: true, cell: ({ target }) => <Shown text={target} lengthMax={160} /> },
          { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
          { head: 'Effect', isShort: true, cell: ({ outcome }) => (outcome === null ? '–' : <State of={outcome} />) },
          words('Why', 'rationale'),
          {
            head: 'Asked by',
            isShort: true,
            cell: ({ requested_by: by, requested_by_kind: kind }) =>
              kind === 'user' ? <Person id={by} /> : wordOf(kind),
          },
          when('When', 'created_at'),
        ]}
      />
      <Suggestions id={id} />
    </>
  )
}

function Suggestions({ id }: { readonly id: string }) {
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: ['case', id, 'copilot'],
    queryFn: () => call('GET /api/v1/copilot/context/case/{case_id}', { path: { case_id: id } }),
  })
  const run = useMutation({
    mutationFn: (suggestion: string) =>
      call('POST /api/v1/copilot/actions/{action_id}/run', { path: { action_id: suggestion } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Section title="Recommended actions">
      {run.error && <Failure error={run.error} />}
      <Loaded query={found} lines={3}>
        {({ suggestions }) =>
          suggestions.length === 0 ? (
            <Text size="sm">No recommended actions.</Text>
          ) : (
            <ul className="plain">
              {suggestions.map(({ id: own, title, rationale, risk, action }) => (
                <li key={own} className="suggestion">
                  <div>
                    <b>
                      <Shown text={title} lengthMax={160} />
                    </b>
                    <Text size="sm" className="quiet">
                      <Shown text={rationale} lengthMax={300} /> Risk: {risk}.
                    </Text>
                  </div>
                  {action !== null && (
                    <button type="button" className="as-link" disabled={run.isPending} onClick={() => run.mutate(own)}>
                      Do it
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
