import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { mono, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'

export function Residency() {
  const found = useQuery({ queryKey: ['residency'], queryFn: () => call('GET /api/v1/governance/residency') })
  return (
    <>
      <Section
        title="Where data may be"
        aside={
          found.data && (
            <FormButton
              operation="PUT /api/v1/governance/residency"
              initial={found.data}
              label="Change"
              title="Where data may be"
              submit="Save"
            />
          )
        }
      >
        <Loaded query={found} lines={2}>
          {({ data_region: region, residency_enforced: isEnforced, destinations }) => (
            <>
              <Text size="sm">
                {region === null ? 'No region is set.' : `Region ${region}.`}{' '}
                {isEnforced
                  ? 'What would leave it is refused and recorded.'
                  : 'What leaves it is recorded, and not refused.'}
              </Text>
              {Object.entries(destinations).map(([name, where]) => (
                <Text key={name} size="sm" className="quiet">
                  {name}: {String(where)}
                </Text>
              ))}
            </>
          )}
        </Loaded>
        <Lacks operation="PUT /api/v1/governance/residency" />
      </Section>
      <Listing<'GET /api/v1/governance/residency/violations'>
        title="What would have left, or did"
        list="GET /api/v1/governance/residency/violations"
        empty={{ title: 'Nothing' }}
        columns={[
          when('When', 'occurred_at'),
          words('Operation', 'operation'),
          mono('To', 'destination'),
          words('Expected', 'expected_region'),
          words('Was', 'actual_region'),
          { head: 'Refused', isShort: true, cell: ({ refused }) => <State of={refused ? 'refused' : 'recorded'} /> },
          words('Detail', 'detail'),
        ]}
      />
    </>
  )
}
