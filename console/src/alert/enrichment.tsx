/** Shows the enrichment of an alert's entities, from its arrival or from the last request. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { KnownTable } from '../entities/known.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'

const READ = 'GET /api/v1/alerts/{id}/enrichment'
const ASK = 'POST /api/v1/alerts/{id}/enrichment'

type Entity = Schemas['AlertEnrichment']['entities'][number]

export function Enrichment({ id }: { readonly id: string }) {
  const lacks = lacking(useSession(), READ)
  const found = useQuery({
    queryKey: [READ, id],
    enabled: lacks === null,
    queryFn: () => call(READ, { path: { id } }),
  })
  if (lacks !== null) return null
  return (
    <Section
      title="What sources know"
      aside={<ActButton operation={ASK} path={{ id }} label="Ask now" ariaLabel="Ask sources about the entities now" />}
    >
      <Loaded query={found} lines={3}>
        {({ entities, enriched_at: at, left_out: leftOut }) => (
          <>
            <Text size="xs" className="quiet" mb="xs">
              {at === null ? (
                'No source was asked yet.'
              ) : (
                <>
                  Asked <Time at={at} />.
                </>
              )}
              {leftOut > 0 && ` ${counted(leftOut, 'further entity was', 'further entities were')} not looked up.`}
            </Text>
            <div className="stack tight">
              {entities.map((entity) => (
                <Of key={`${entity.kind} ${entity.value}`} entity={entity} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Open where a source knows something. */
function Of({ entity: { kind, value, answers } }: { readonly entity: Entity }) {
  const known = answers.filter(({ status }) => status === 'found')
  const unchecked = answers.filter(({ status }) => status === 'could_not_check').length
  return (
    <details open={known.length > 0}>
      <summary>
        <Shown text={value} lengthMax={120} />{' '}
        <span className="quiet">
          {kind},{' '}
          {known.length === 0 ? 'nothing known' : `known to ${known.map(({ provider }) => provider).join(', ')}`}
          {unchecked > 0 && `; ${counted(unchecked, 'source', 'sources')} could not check`}
        </span>
      </summary>
      <KnownTable name={`What sources know of ${value.slice(0, 80)}`} answers={answers} />
      <Text size="xs">
        <Link to="/entities/$entity" params={{ entity: value }}>
          All about it
        </Link>
      </Text>
    </details>
  )
}
