import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, DELETE, GET, POST, PUT, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { Copilot } from '../parts/copilot.tsx'
import { Back, FactLine, Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded, Waiting } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { Propose } from '../proposals/propose.tsx'
import { useActivity } from './activity.ts'
import { activityOf } from './activity-of.ts'
import { BackTest } from './back-test.tsx'
import { CheckedText } from './checked.tsx'
import { OverlayOf } from './overlay.tsx'
import { Signals } from './signals.tsx'
import { tacticsOf, techniquesOf } from './tactics.ts'
import { TryRule } from './try-rule.tsx'
import { Verdicts } from './verdicts.tsx'
import { Versions } from './versions.tsx'

const RuleText = lazy(() => import('./rule-text.tsx'))

export function RulePage() {
  const { id } = useParams({ from: '/detections/$id' })
  const query = useQuery({
    queryKey: ['rule', id],
    queryFn: () => bodyOf(GET('/api/v1/rules/{id}', { params: { path: { id } } })),
  })
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Loaded query={query} lines={10}>
        {(rule) => <RuleOf key={rule.id} rule={rule} />}
      </Loaded>
    </>
  )
}

function RuleOf({ rule }: { readonly rule: Schemas['RuleDetail'] }) {
  const mayWrite = mayCall(useSession(), 'PUT /api/v1/rules/{id}')
  const canEdit = mayWrite && !rule.is_builtin
  return (
    <Page
      title={<Shown text={rule.title} lengthMax={300} />}
      name={shown(rule.title, 80)}
      about={
        <FactLine>
          <Severity level={rule.severity} />
          <span>{rule.language}</span>
          <span>{rule.is_builtin ? 'comes with svc' : `version ${rule.version ?? '–'}`}</span>
          <State of={rule.enabled ? 'on' : 'off'} />
          <FoundOf rule={rule} />
        </FactLine>
      }
      actions={
        <Group gap="xs">
          <Copilot type="rule" id={rule.id} />
          {mayWrite && <SwitchRule rule={rule} />}
          {canEdit && <DeleteRule rule={rule} />}
        </Group>
      }
    >
      {rule.stopped?.map(({ rule_id: stopped, reason }) => (
        <Alert key={stopped} color="red" variant="light" title="Stopped">
          <Shown text={reason} />
        </Alert>
      ))}
      {rule.description && (
        <Text size="sm">
          <Shown text={rule.description} />
        </Text>
      )}
      <Body rule={rule} mayWrite={mayWrite} canEdit={canEdit} />
    </Page>
  )
}

type BodyProps = {
  readonly rule: Schemas['RuleDetail']
  readonly mayWrite: boolean
  readonly canEdit: boolean
}

/** Parts that need space are below the text, short forms beside it. */
function Body({ rule, mayWrite, canEdit }: BodyProps) {
  const { text, setText, isChanged, forget } = useDraft(rule.text)
  const [faultyLines, setFaultyLines] = useState<readonly number[]>([])
  return (
    <div className="two">
      <div className="stack">
        <Section title="Rule text" aside={canEdit && <SaveText rule={rule} text={text} forget={forget} />}>
          <Suspense fallback={<Waiting lines={8} />}>
            <RuleText
              text={text}
              language={rule.language}
              change={canEdit ? setText : null}
              faultyLines={faultyLines}
            />
          </Suspense>
        </Section>
        {rule.language !== 'yara' && (
          <Section title="Back-test">
            <BackTest key={rule.version} id={rule.id} isChanged={isChanged} />
          </Section>
        )}
        <Signals rule={rule.id} />
        {!rule.is_builtin && <Versions rule={rule} mayWrite={canEdit} />}
      </div>
      <div className="stack">
        {canEdit && isChanged ? (
          <Section title="Check">
            <CheckedText language={rule.language} text={text} insteadOf={rule.id} found={setFaultyLines} />
          </Section>
        ) : (
          <Section title="Test against an event">
            <TryRule id={rule.id} />
          </Section>
        )}
        <Section title="Overlay">
          <OverlayOf id={rule.id} ruleIds={rule.rule_ids} mayWrite={mayWrite} />
        </Section>
      </div>
    </div>
  )
}

/** An unchanged text follows the rule: to another version, and to changes that other people save. */
function useDraft(ruleText: string) {
  const [draft, setDraft] = useState<string | null>(null)
  return {
    text: draft ?? ruleText,
    isChanged: draft !== null && draft !== ruleText,
    setText: (text: string) => setDraft(text === ruleText ? null : text),
    /** // Without a text, drops any draft; with one, only if the user has not changed it since. */
    forget: (text?: string) => setDraft((now) => (text === undefined || now === text ? null : now)),
  }
}

/** Reloads the list and the page of a rule. */
function useChanged(id: string): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: ['rules'] })
    await queries.invalidateQueries({ queryKey: ['rule', id] })
  }
}

function SwitchRule({ rule }: { readonly rule: Schemas['RuleDetail'] }) {
  const changed = useChanged(rule.id)
  const flip = useMutation({
    mutationFn: () => {
      const params = { path: { id: rule.id } }
      return bodyOf(
        rule.enabled ? POST('/api/v1/rules/{id}/disable', { params }) : POST('/api/v1/rules/{id}/enable', { params }),
      )
    },
    onSuccess: changed,
  })
  return (
    <>
      <Button variant="default" loading={flip.isPending} onClick={() => flip.mutate()}>
        {rule.enabled ? 'Switch off' : 'Switch on'}
      </Button>
      {flip.error && <Failure error={flip.error} />}
    </>
  )
}

type SaveTextProps = {
  readonly rule: Schemas['RuleDetail']
  readonly text: string
  /** Drops the draft: always, or only if it equals the saved text. */
  readonly forget: (text?: string) => void
}

function SaveText({ rule, text, forget }: SaveTextProps) {
  const changed = useChanged(rule.id)
  const save = useMutation({
    mutationFn: (saved: string) =>
      bodyOf(PUT('/api/v1/rules/{id}', { params: { path: { id: rule.id } }, body: { text: saved } })),
    onSuccess: async (_, saved) => {
      await changed()
      forget(saved)
    },
  })
  const isSame = text === rule.text
  return (
    <>
      <Group gap="xs">
        {!isSame && (
          <Button variant="subtle" onClick={() => forget()}>
            Undo the changes
          </Button>
        )}
        <Propose language={rule.language} text={text} base={rule} isDisabled={isSame} />
        <Button disabled={isSame} loading={save.isPending} onClick={() => save.mutate(text)}>
          Save
        </Button>
      </Group>
      {save.error && <Failure error={save.error} />}
    </>
  )
}

/** The rule's tags, and its recent matches. */
function FoundOf({ rule }: { readonly rule: Schemas['RuleDetail'] }) {
  const activity = useActivity()
  const { hits, last, verdicts } = activityOf(activity.data, rule.rule_ids)
  const tags = [...tacticsOf(rule.tags ?? []), ...techniquesOf(rule.tags ?? [])]
  if (tags.length === 0 && hits === null && verdicts.alerts === 0) return null
  return (
    <FactLine>
      {tags.length > 0 && <span>{tags.join(', ')}</span>}
      {hits !== null && (
        <span>
          {counted(hits, 'hit', 'hits')} in 30 days{last !== null && ', last '}
          {last !== null && <Time at={last} />}
        </span>
      )}
      {verdicts.alerts > 0 && <Verdicts verdicts={verdicts} />}
    </FactLine>
  )
}

function DeleteRule({ rule }: { readonly rule: Schemas['RuleDetail'] }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => bodyOf(DELETE('/api/v1/rules/{id}', { params: { path: { id: rule.id } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['rules'] })
      await navigate({ to: '/detections' })
    },
  })
  return (
    <>
      <Button variant="default" color="red" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <Modal opened={isConfirming} onClose={() => setConfirming(false)} title="Delete this rule?">
        <div className="stack">
          <Text size="sm">
            <Shown text={rule.title} lengthMax={200} /> and its versions are deleted. Its alerts stay. You can disable
            it instead and enable it again later.
          </Text>
          {remove.error && <Failure error={remove.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setConfirming(false)}>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete the rule
            </Button>
          </Group>
        </div>
      </Modal>
    </>
  )
}
