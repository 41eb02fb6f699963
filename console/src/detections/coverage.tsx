/** The matrix of ATT&CK as far as the rules in force go: a column a tactic, in the order of an attack. */
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { Page } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Loaded } from '../parts/states.tsx'

type Technique = Schemas['AttackMatrix']['tactics'][number]['techniques'][number]

const SPANS = [
  { value: '24', label: 'Found in a day' },
  { value: '168', label: 'Found in a week' },
  { value: '720', label: 'Found in 30 days' },
  { value: '2160', label: 'Found in 90 days' },
]

export function CoveragePage() {
  const { hours = '720' } = useSearch({ from: '/detections/coverage' })
  const navigate = useNavigate({ from: '/detections/coverage' })
  const query = useQuery({
    queryKey: ['coverage', hours],
    queryFn: () => bodyOf(GET('/api/v1/rules/coverage', { params: { query: { hours: Number(hours) } } })),
  })
  return (
    <>
      <Text size="sm" mb="xs">
        <Link to="/detections">← Detections</Link>
      </Text>
      <Page
        title="ATT&CK coverage"
        about="Techniques that the rules in force name, and how often they were found. A rule that names a technique does not see all of it."
        actions={
          <NativeSelect
            aria-label="Span"
            data={SPANS}
            value={hours}
            onChange={(event) => void navigate({ search: { hours: event.currentTarget.value }, replace: true })}
          />
        }
      >
        <Loaded query={query} lines={14}>
          {({ tactics, techniques_covered: covered, hits_unknown_because: why }) => (
            <>
              <Text size="sm" role="status">
                {covered} techniques and sub-techniques have a rule.
                {why !== null && ` What was found is not known: ${why}.`}
              </Text>
              <Scrolls name="Matrix of tactics and techniques" isCard>
                <div className="matrix">
                  {tactics.map(({ tactic, techniques }) => (
                    <section key={tactic} aria-label={tactic}>
                      <Text size="xs" fw={600} component="h2">
                        {tactic} <span className="quiet">{techniques.length}</span>
                      </Text>
                      <ul>
                        {techniques.map((one) => (
                          <li key={one.technique}>
                            <Cell technique={one} />
                          </li>
                        ))}
                      </ul>
                    </section>
                  ))}
                </div>
              </Scrolls>
            </>
          )}
        </Loaded>
      </Page>
    </>
  )
}

function Cell({
  technique: { technique, name, builtin_rules: builtIn, own_rules: own, hits },
}: {
  readonly technique: Technique
}) {
  const rules = builtIn + own
  const said = `${rules} ${rules === 1 ? 'rule' : 'rules'}${own > 0 ? `, ${own} of them own` : ''}`
  return (
    <Link
      to="/detections"
      search={{ search: technique }}
      className={rules === 0 ? 'cell none' : (hits ?? 0) > 0 ? 'cell found' : 'cell'}
      title={name === null ? said : `${name}: ${said}`}
    >
      <span className="mono">{technique}</span>
      {name !== null && <span className="name">{name}</span>}
      <span className="quiet">{rules}</span>
      {hits !== null && hits > 0 && <strong>{hits.toLocaleString()}</strong>}
    </Link>
  )
}
