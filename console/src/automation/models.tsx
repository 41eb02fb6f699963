/** The model for narratives, triage and investigations, with the tenant's own key, and whether it answers. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { State, when, words } from '../parts/columns.tsx'
import { Parts } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'

export function Models() {
  const [tried, setTried] = useState<AnswerOf<'POST /api/v1/llm/test'> | null>(null)
  const status = useQuery({ queryKey: ['llm-status'], queryFn: () => call('GET /api/v1/llm/status') })
  const credentials = useQuery({ queryKey: ['llm-credentials'], queryFn: () => call('GET /api/v1/llm/credentials') })
  return (
    <>
      <Section
        title="Model"
        aside={<ActButton operation="POST /api/v1/llm/test" label="Ask it a question" done={setTried} />}
      >
        <Loaded query={status} lines={4}>
          {(value) => (
            <div className="stack">
              <Text size="sm">
                <b>{value.effective_path === 'live' ? 'A model answers.' : 'Fixed rules decide.'}</b>{' '}
                <span className="quiet">{value.policy_note}</span>
              </Text>
              <dl className="facts-grid">
                {value.model !== null && <Fact name="Model" value={value.model} />}
                {value.provider !== null && <Fact name="Provider" value={value.provider} />}
                {value.host !== null && (
                  <Fact name="Host" value={value.is_local ? `${value.host}, within our network` : value.host} />
                )}
                {value.source !== null && <Fact name="Set by" value={wordOf(value.source)} />}
                <Fact
                  name="Air gap"
                  value={value.airgap_enabled ? (value.airgap_compliant ? 'kept' : 'broken') : 'off'}
                  isBad={value.airgap_enabled && !value.airgap_compliant}
                />
              </dl>
              <Today today={value.today} />
              {tried && <Tried of={tried} />}
            </div>
          )}
        </Loaded>
      </Section>
      <Section
        title="This tenant's own credentials"
        aside={
          <>
            <FormButton
              operation="PUT /api/v1/llm/credentials"
              label={credentials.data ? 'Replace' : 'Set credentials'}
              title="Credentials of a model"
              submit="Save"
              initial={{ enabled: true }}
              about="The key is stored encrypted and never shown again. Without a key the model of the installation is used, if there is one."
            />
            {credentials.data && (
              <ActButton
                operation="DELETE /api/v1/llm/credentials"
                label="Remove"
                confirm="From now on the model of the installation is used, or fixed rules if it has none."
              />
            )}
          </>
        }
      >
        <Loaded query={credentials} lines={2}>
          {(value) =>
            value === null ? (
              <Text size="sm">None: this tenant uses the model of the installation.</Text>
            ) : (
              <Text size="sm">
                <State of={value.enabled ? 'on' : 'off'} /> {value.provider} <span className="mono">{value.model}</span>{' '}
                {value.base_url !== null && <Shown text={value.base_url} lengthMax={200} />}
                <span className="quiet">
                  , {value.has_api_key ? 'with a key' : 'without a key'}, changed <Time at={value.updated_at} />
                </span>
              </Text>
            )
          }
        </Loaded>
        <Lacks operation="PUT /api/v1/llm/credentials" />
      </Section>
      <Comparisons />
    </>
  )
}

/** Consumption of the day's budget: once it is used up, the rules decide alone until the end of the day. */
function Today({ today }: { readonly today: AnswerOf<'GET /api/v1/llm/status'>['today'] }) {
  const isUsedUp = today.calls >= today.calls_max || today.tokens >= today.tokens_max
  return (
    <div>
      <Text size="xs" fw={600} className="quiet" component="h3" mb="xs">
        Budget of today (UTC)
      </Text>
      <Parts
        of={[
          { name: 'calls', label: 'Requests', of: today.calls, total: today.calls_max },
          { name: 'tokens', label: 'Tokens', of: today.tokens, total: today.tokens_max },
        ]}
      />
      <Text size="xs" className={isUsedUp ? 'late' : 'quiet'} mt="xs">
        {isUsedUp && 'Used up: fixed rules decide until the day ends. '}
        {today.cost_usd === null
          ? 'What it cost is not known: prices are settings of the credentials.'
          : `Cost: ${today.cost_usd.toFixed(2)} USD.`}
      </Text>
    </div>
  )
}

type FactProps = { readonly name: string; readonly value: string; readonly isBad?: boolean }

function Fact({ name, value, isBad = false }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'late' : undefined}>
        <Shown text={value} lengthMax={200} />
      </dd>
    </div>
  )
}

/** Runs past triage again with another model or prompt, to show which verdicts would change before it is activated. */
function Comparisons() {
  return (
    <Listing<'GET /api/v1/agent-comparisons'>
      title="Replay earlier runs with another model or instruction"
      about="This changes nothing: it shows which verdicts would differ, and the cost."
      list="GET /api/v1/agent-comparisons"
      changes="POST /api/v1/agent-comparisons"
      aside={<FormButton operation="POST /api/v1/agent-comparisons" label="Compare" submit="Begin" />}
      empty={{ title: 'None yet' }}
      columns={[
        when('When', 'created_at'),
        { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
        words('Model', 'model'),
        words('Instruction', 'prompt_note'),
        { head: 'Runs', isNumber: true, isShort: true, cell: ({ run_ids: runs }) => runs.length },
        {
          head: 'Other verdicts',
          isNumber: true,
          isShort: true,
          cell: ({ results }) => results.filter(({ is_same_verdict: isSame }) => isSame === false).length,
        },
        words('Error', 'error'),
      ]}
    />
  )
}

function Tried({ of }: { readonly of: AnswerOf<'POST /api/v1/llm/test'> }) {
  return (
    <Text size="sm" role="status" className={of.ok ? undefined : 'late'}>
      {of.ok ? 'It answered' : `It did not answer: ${of.reason ?? 'no reason'}`}
      {of.duration_ms !== null && ` in ${Math.round(of.duration_ms)} ms`}
      {of.cost_usd !== null && `, for ${of.cost_usd.toFixed(4)} USD`}
    </Text>
  )
}
