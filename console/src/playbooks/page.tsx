/** One playbook: its graph and its text side by side, checked while the user types, with a dry run and versions. */
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { parse } from 'yaml'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { mono, person, State, when, words } from '../parts/columns.tsx'
import { Copilot } from '../parts/copilot.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton, Lacks } from '../parts/operation-form.tsx'
import { Back, FactLine, Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded, Waiting } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { counted, wordOf } from '../parts/words.ts'
import { Enabled } from '../response/playbook-switch.tsx'
import { RunSteps } from '../response/run-steps.tsx'
import { Copyable, Secret } from '../settings/secret.tsx'
import { type Flow, flowOf, type Step } from './flow.ts'
import { Graph } from './graph.tsx'
import { playbookText, withStep } from './step-edits.ts'
import { type Problem, StepPanel } from './step-panel.tsx'
import { newStep, TEMPLATES } from './step-templates.ts'

const PlaybookText = lazy(() => import('./playbook-text.tsx'))

type Playbook = AnswerOf<'GET /api/v1/playbooks/{id}'>

const CHECK_AFTER_MS = 500
const RUNS_AGAIN_MS = 5_000
const NEW = 'new'
const FIRST = `name: A new playbook
description: What it is for
trigger: { on: manual }
steps:
  - id: ask
    type: approval
    params: { title: Isolate the host? }
  - id: isolate
    type: isolate_host
    target: '{{trigger.alert.hosts.0}}'
    rollback_after_seconds: 86400
`
export function PlaybookPage() {
  const { id } = useParams({ from: '/playbooks/$id' })
  const found = useQuery({
    queryKey: ['playbook', id],
    queryFn: () => call('GET /api/v1/playbooks/{id}', { path: { id } }),
    enabled: id !== NEW,
  })
  if (id === NEW) return <Body playbook={null} />
  return (
    <Loaded query={found} lines={14}>
      {(playbook) => <Body key={`${playbook.id} ${playbook.version}`} playbook={playbook} />}
    </Loaded>
  )
}

function Body({ playbook }: { readonly playbook: Playbook | null }) {
  return (
    <>
      <Back>
        <Link to="/response" search={{ tab: 'playbooks' }}>
          ← Playbooks
        </Link>
      </Back>
      <Page
        title={playbook === null ? 'New playbook' : <Shown text={playbook.name} lengthMax={160} />}
        name={playbook?.name ?? 'New playbook'}
        actions={
          playbook !== null && (
            <Group gap="xs">
              <Enabled playbook={playbook} label="Enabled" />
              <Copilot type="playbook" id={playbook.id} />
              {playbook.enabled && <RunNow id={playbook.id} />}
            </Group>
          )
        }
        about={
          playbook !== null && (
            <FactLine>
              <span>version {playbook.version}</span>
              <span>{playbook.is_builtin ? 'comes with svc' : 'of this tenant'}</span>
            </FactLine>
          )
        }
      >
        <Tabbed
          tabs={[
            { value: 'editor', label: 'Steps', body: () => <Editor playbook={playbook} /> },
            ...(playbook === null
              ? []
              : [
                  { value: 'runs', label: 'Runs', body: () => <Runs id={playbook.id} /> },
                  { value: 'versions', label: 'Versions', body: () => <Versions playbook={playbook} /> },
                  { value: 'hooks', label: 'Web hooks', body: () => <Hooks id={playbook.id} /> },
                ]),
          ]}
        />
      </Page>
    </>
  )
}

/** Runs the saved version for real; its steps are under Runs. The API refuses it while the playbook is off. */
function RunNow({ id }: { readonly id: string }) {
  const navigate = useNavigate()
  return (
    <FormButton
      operation="POST /api/v1/playbooks/{id}/execute"
      path={{ id }}
      only={['alert_id', 'case_id', 'context']}
      label="Run"
      title="Run the saved version"
      about="Actions that need an approval wait for it."
      done={() => void navigate({ to: '/playbooks/$id', params: { id }, search: { tab: 'runs' } })}
    />
  )
}

function read(text: string): { readonly document: unknown; readonly fault: string | null } {
  try {
    return { document: parse(text) as unknown, fault: null }
  } catch (error) {
    return { document: null, fault: error instanceof Error ? (error.message.split('\n')[0] ?? 'no YAML') : 'no YAML' }
  }
}

function Editor({ playbook }: { readonly playbook: Playbook | null }) {
  const mayWrite = lacking(useSession(), 'POST /api/v1/playbooks') === null
  const [text, setText] = useState(() => (playbook === null ? FIRST : playbookText(playbook.document)))
  const [chosen, setChosen] = useState<string | null>(null)
  const { flow, problems } = useCheck(text)
  const step = flow.nodes.find(({ id }) => id === chosen)?.step
  const ids = flow.nodes.map(({ id }) => id)
  const add = (type: string) => {
    const made = newStep(type, new Set(ids))
    setText((now) => withStep(now, made.text))
    setChosen(made.id)
  }
  return (
    <div className="two even">
      <Section
        title="Graph"
        aside={mayWrite && <AddStep add={add} isPossible={!problems.some(({ path }) => path === TEXT_FAULT)} />}
      >
        {flow.nodes.length === 0 ? (
          <Text size="sm">No step yet.</Text>
        ) : (
          <Graph flow={flow} chosen={chosen} choose={setChosen} faulty={faultySteps(flow, problems)} />
        )}
        {step && chosen !== null && mayWrite && (
          <StepPanel
            key={chosen}
            {...{ id: chosen, step, ids, choose: setChosen, edit: setText }}
            problems={problemsOf(chosen, flow, problems)}
          />
        )}
        {step && !mayWrite && <Members step={step} />}
        {step === undefined && mayWrite && flow.nodes.length > 0 && (
          <Text size="sm" className="quiet">
            Choose a step to edit it, or to insert another behind it.
          </Text>
        )}
      </Section>
      <div className="stack">
        <TextSection playbook={playbook} text={text} change={mayWrite ? setText : null} problems={problems} />
        {playbook !== null && <DryRun id={playbook.id} />}
      </div>
    </div>
  )
}

/** The step for a person who may not change it. */
function Members({ step }: { readonly step: Step }) {
  return (
    <dl className="pairs">
      {Object.entries(step).map(([name, value]) => (
        <div key={name}>
          <dt>{wordOf(name)}</dt>
          <dd className="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The path of a fault of the text itself, which then has no steps. */
const TEXT_FAULT = 'text'

/** The steps of the text, and its problems shortly after the last key press. */
function useCheck(text: string): { readonly flow: Flow; readonly problems: readonly Problem[] } {
  const [settled] = useDebouncedValue(text, CHECK_AFTER_MS)
  const { document, fault } = useMemo(() => read(settled), [settled])
  const flow = useMemo(() => flowOf(read(text).document), [text])
  const checked = useQuery({
    queryKey: ['playbook-check', settled],
    queryFn: () => call('POST /api/v1/playbooks/validate', { body: { document } }),
    enabled: fault === null && typeof document === 'object' && document !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  return { flow, problems: fault === null ? (checked.data?.problems ?? []) : [{ path: TEXT_FAULT, reason: fault }] }
}

const AT_STEP = /^steps[/.[](\d+)\]?[/.]?(.*)$/

function faultySteps(flow: Flow, problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ path }) => {
      const at = AT_STEP.exec(path)?.[1]
      const id = at === undefined ? undefined : flow.nodes[Number(at)]?.id
      return id === undefined ? [] : [id]
    }),
  )
}

function problemsOf(id: string, flow: Flow, problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap(({ path, reason }) => {
    const [, at, inside = ''] = AT_STEP.exec(path) ?? []
    return at !== undefined && flow.nodes[Number(at)]?.id === id ? [{ path: inside, reason }] : []
  })
}

type AddStepProps = { readonly add: (type: string) => void; readonly isPossible: boolean }

/** Appends a step; the panel of a step inserts one behind it. */
function AddStep({ add, isPossible }: AddStepProps) {
  return (
    <NativeSelect
      disabled={!isPossible}
      aria-label="Add a step"
      size="xs"
      value=""
      data={[
        { value: '', label: 'Add a step …' },
        ...Object.keys(TEMPLATES).map((value) => ({ value, label: wordOf(value) })),
      ]}
      onChange={(event) => event.currentTarget.value && add(event.currentTarget.value)}
    />
  )
}

/** A playbook of the product cannot be changed: saving it creates a playbook of the tenant. */
function useSave(playbook: Playbook | null, text: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const body = { document: read(text).document }
      return playbook === null || playbook.is_builtin
        ? call('POST /api/v1/playbooks', { body })
        : call('PUT /api/v1/playbooks/{id}', { path: { id: playbook.id }, body })
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries()
      if (id !== playbook?.id) await navigate({ to: '/playbooks/$id', params: { id } })
    },
  })
}

type TextSectionProps = {
  readonly playbook: Playbook | null
  readonly text: string
  /** Null if the user may not change playbooks. */
  readonly change: ((text: string) => void) | null
  readonly problems: readonly Problem[]
}

function TextSection({ playbook, text, change, problems }: TextSectionProps) {
  const save = useSave(playbook, text)
  return (
    <Section
      title="Text"
      aside={
        <Group gap="xs">
          <State of={problems.length === 0 ? 'ok' : counted(problems.length, 'problem', 'problems')} />
          {change !== null && (
            <Button loading={save.isPending} disabled={problems.length > 0} onClick={() => save.mutate()}>
              {playbook?.is_builtin ? 'Save as your own' : 'Save'}
            </Button>
          )}
        </Group>
      }
    >
      <Suspense fallback={<Waiting lines={10} />}>
        <PlaybookText text={text} change={change} />
      </Suspense>
      {problems.length > 0 && (
        <ul className="faults" aria-label="Problems">
          {problems.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              <span className="mono">{path}</span> {reason}
            </li>
          ))}
        </ul>
      )}
      {save.error && <Failure error={save.error} />}
      <Lacks operation="POST /api/v1/playbooks" />
    </Section>
  )
}

/** Runs the saved version as a dry run, and shows what each step would do. */
function DryRun({ id }: { readonly id: string }) {
  const [run, setRun] = useState<string | null>(null)
  return (
    <Section
      title="Dry run"
      aside={
        <FormButton
          operation="POST /api/v1/playbooks/{id}/execute"
          path={{ id }}
          fixed={{ dry_run: true }}
          only={['alert_id', 'case_id', 'context']}
          label="Start"
          title="Dry run of the saved version"
          about="No action is requested: each step shows what it would do. Choose an alert or a case as its input."
          done={({ run_id: made }) => setRun(made)}
        />
      }
    >
      {run === null ? <Text size="sm">Shows what each step would do, and does nothing.</Text> : <RunSteps id={run} />}
    </Section>
  )
}

function Runs({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <>
      <Listing<'GET /api/v1/playbooks/{id}/runs'>
        title="Runs"
        list="GET /api/v1/playbooks/{id}/runs"
        path={{ id }}
        refreshMs={RUNS_AGAIN_MS}
        keyOf={({ run_id: run }) => run}
        empty={{ title: 'No runs yet', next: 'Run it on an alert or a case, or start a dry run.' }}
        columns={[
          when('When', 'started_at'),
          {
            head: 'State',
            isShort: true,
            cell: ({ status, dry_run: isDry }) => <State of={isDry ? `dry run: ${status}` : status} />,
          },
          { head: 'Steps', isShort: true, cell: ({ steps_executed: done, steps_total: all }) => `${done} of ${all}` },
          words('Waits for', 'waits_for'),
          words('Error', 'error'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ run_id: run }) => (
              <Button variant="subtle" onClick={() => setOpened(run)}>
                Replay
              </Button>
            ),
          },
        ]}
      />
      {opened !== null && (
        <Section title="Replay">
          <RunSteps id={opened} />
        </Section>
      )}
    </>
  )
}

function Versions({ playbook }: { readonly playbook: Playbook }) {
  return (
    <Listing<'GET /api/v1/playbooks/{id}/versions'>
      title="Versions"
      about="Reverting creates a new version with the old text: nothing is lost."
      list="GET /api/v1/playbooks/{id}/versions"
      path={{ id: playbook.id }}
      keyOf={({ version }) => String(version)}
      empty={{ title: 'No versions', next: 'Built-in playbooks have no versions until you save them as your own.' }}
      columns={[
        { head: 'Version', isShort: true, cell: ({ version }) => version },
        when('When', 'created_at'),
        person('By', 'author'),
        {
          head: 'Steps',
          cell: ({ document }) =>
            flowOf(document)
              .nodes.map(({ id }) => id)
              .join(', '),
        },
        {
          head: 'Actions',
          isShort: true,
          isActions: true,
          cell: ({ version }) =>
            version === playbook.version ? (
              <span className="quiet">in force</span>
            ) : (
              <ActButton
                operation="POST /api/v1/playbooks/{id}/rollback"
                path={{ id: playbook.id }}
                body={{ version }}
                label="Go back to it"
                ariaLabel={`Go back to version ${version}`}
                variant="subtle"
                confirm="Runs in progress continue with the version they started with."
              />
            ),
        },
      ]}
    />
  )
}

function Hooks({ id }: { readonly id: string }) {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {secret && <Secret name="Secret of the web hook" value={secret} />}
      <Listing<'GET /api/v1/playbooks/{id}/hooks'>
        title="Web hooks"
        about="Another program starts the playbook with a signed request. The trigger of the playbook has to be webhook."
        list="GET /api/v1/playbooks/{id}/hooks"
        path={{ id }}
        keyOf={({ hook_id: hook }) => hook}
        changes="POST /api/v1/playbooks/{id}/hooks"
        aside={
          <FormButton
            operation="POST /api/v1/playbooks/{id}/hooks"
            path={{ id }}
            label="New web hook"
            done={(answer) => setSecret(answer.secret)}
          />
        }
        empty={{ title: 'No web hook' }}
        columns={[
          words('Web hook', 'label'),
          {
            head: 'Address',
            cell: ({ hook_id: hook }) => (
              <Copyable name="Address" text={`${location.origin}/api/v1/playbook-hooks/${hook}`} />
            ),
          },
          mono('Id', 'hook_id'),
          when('Last used', 'last_used'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ hook_id: hook, label }) => (
              <ActButton
                operation="DELETE /api/v1/playbook-hooks/{hook_id}"
                path={{ hook_id: hook }}
                label="Delete"
                ariaLabel={`Delete the web hook ${label.slice(0, 80)}`}
                variant="subtle"
                confirm="The program that uses it can no longer start the playbook."
              />
            ),
          },
        ]}
      />
    </>
  )
}
