import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  SegmentedControl,
  Text,
  TextInput,
} from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { useActivity } from './activity.ts'
import { type Activity, activityOf } from './activity-of.ts'
import { MostHits } from './most-hits.tsx'
import { TACTICS, tacticsOf, techniquesOf } from './tactics.ts'
import { Verdicts } from './verdicts.tsx'

type Rule = Schemas['Rule']

const PAGE_SIZE = 100
/** Tactics, and techniques, that a row names. */
const NAMES_MAX = 2
const LANGUAGES = ['sigma', 'eql', 'kql', 'yara'] as const
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const
const STATES = ['on', 'off'] as const

const oneOf = <T extends string>(words: readonly T[], value: string | undefined): T | undefined =>
  words.find((word) => word === value)

export function DetectionsPage() {
  const session = useSession()
  const searchParams = useSearch({ from: '/detections' })
  const navigate = useNavigate({ from: '/detections' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const language = oneOf(LANGUAGES, searchParams.language)
  const severity = oneOf(SEVERITIES, searchParams.severity)
  const state = oneOf(STATES, searchParams.state)
  const isByHits = searchParams.view === 'hits'
  const faults = [
    ...(searchParams.language !== undefined && language === undefined ? [`language=${searchParams.language}`] : []),
    ...(searchParams.severity !== undefined && severity === undefined ? [`severity=${searchParams.severity}`] : []),
    ...(searchParams.state !== undefined && state === undefined ? [`state=${searchParams.state}`] : []),
    ...([undefined, 'hits'].includes(searchParams.view) ? [] : [`view=${searchParams.view}`]),
  ]
  const filter = {
    ...(searchParams.search ? { search: searchParams.search } : {}),
    ...(language ? { language } : {}),
    ...(severity ? { severity } : {}),
    ...(state ? { enabled: state === 'on' } : {}),
  }
  const query = useInfiniteQuery({
    queryKey: ['rules', filter],
    enabled: !isByHits,
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/rules', { params: { query: { limit: PAGE_SIZE, ...filter, ...(cursor ? { cursor } : {}) } } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const activity = useActivity()
  const change = (next: Partial<typeof searchParams>) => {
    setChosen(new Set())
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() || undefined })
  }
  const choice = (label: string, all: string, names: readonly string[], value: string | undefined, key: string) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...names]}
      value={value ?? ''}
      onChange={(event) => change({ [key]: event.currentTarget.value || undefined })}
    />
  )
  const tactic = TACTICS.find(({ tag }) => tag === searchParams.search)
  const mayWrite = may(session, 'rules:write')
  return (
    <Page
      title="Detections"
      about={
        activity.data === undefined ? (
          'Rules in force: your own first, and behind them those that come with the product.'
        ) : (
          <Counts activity={activity.data} />
        )
      }
      actions={<Actions mayWrite={mayWrite} />}
    >
      <LinkFaults faults={faults} instead="Rules are shown without it." />
      <Group gap="xs" component="search">
        <SegmentedControl
          aria-label="View"
          data={[
            { value: '', label: 'All rules' },
            { value: 'hits', label: 'Most hits' },
          ]}
          value={isByHits ? 'hits' : ''}
          onChange={(view) => change({ view: view || undefined })}
        />
        {!isByHits && (
          <>
            <form onSubmit={submit} className="grow search" key={searchParams.search ?? ''}>
              <TextInput
                aria-label="Search rules"
                name="search"
                placeholder="Title, tag, technique … then Enter"
                defaultValue={searchParams.search ?? ''}
                maxLength={200}
              />
            </form>
            <NativeSelect
              aria-label="Tactic"
              data={[
                { value: '', label: 'Every tactic' },
                ...TACTICS.map(({ tag, name }) => ({ value: tag, label: name })),
              ]}
              value={tactic?.tag ?? ''}
              onChange={(event) => change({ search: event.currentTarget.value || undefined })}
            />
            {choice('Language', 'Every language', LANGUAGES, language, 'language')}
            {choice('Severity', 'Every severity', SEVERITIES, severity, 'severity')}
            {choice('State', 'On and off', STATES, state, 'state')}
          </>
        )}
      </Group>
      {isByHits ? (
        <MostHits activity={activity.data} />
      ) : (
        <Loaded query={query} lines={12}>
          {({ pages }) => {
            const rules = pages.flatMap(({ items }) => items)
            if (rules.length === 0)
              return <Empty title="No rule matches">Search for another word, or take a filter away.</Empty>
            const toggle = (id: string) => {
              const next = new Set(chosen)
              if (!next.delete(id)) next.add(id)
              setChosen(next)
            }
            const isAll = chosen.size === rules.length
            return (
              <>
                {mayWrite && chosen.size > 0 && (
                  <Bulk rules={rules.filter(({ id }) => chosen.has(id))} done={() => setChosen(new Set())} />
                )}
                <Scrolls name="List of rules" isCard>
                  <table className="table">
                    <thead>
                      <tr>
                        {mayWrite && (
                          <th className="pick">
                            <Checkbox
                              size="xs"
                              aria-label="Choose all that are shown"
                              checked={isAll}
                              indeterminate={chosen.size > 0 && !isAll}
                              onChange={() => setChosen(isAll ? new Set() : new Set(rules.map(({ id }) => id)))}
                            />
                          </th>
                        )}
                        <th>Rule</th>
                        <th>Severity</th>
                        <th>ATT&CK</th>
                        <th>Language</th>
                        <th className="number">Hits, 30 days</th>
                        <th>Last hit</th>
                        <th>Verdicts</th>
                        <th>From</th>
                        <th>State</th>
                      </tr>
                    </thead>
                    <tbody>
                      {rules.map((rule) => (
                        <Row
                          key={rule.id}
                          rule={rule}
                          activity={activity.data}
                          choose={mayWrite ? () => toggle(rule.id) : null}
                          isChosen={chosen.has(rule.id)}
                        />
                      ))}
                    </tbody>
                  </table>
                  <More query={query} />
                </Scrolls>
              </>
            )
          }}
        </Loaded>
      )}
    </Page>
  )
}

function Counts({ activity: { rules, hits } }: { readonly activity: Activity }) {
  return (
    <>
      <b>{(rules.own + rules.builtin).toLocaleString()}</b> rules, {rules.enabled.toLocaleString()} of them on:{' '}
      {rules.own.toLocaleString()} own, {rules.builtin.toLocaleString()} that come with the product
      {hits !== null && `; ${hits.length.toLocaleString()} found something in 30 days`}.
    </>
  )
}

function Actions({ mayWrite }: { readonly mayWrite: boolean }) {
  return (
    <Group gap="xs">
      <Button variant="default" component={Link} to="/detections/coverage">
        ATT&CK coverage
      </Button>
      <Button variant="default" component={Link} to="/detections/proposals">
        Proposals
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default">More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item renderRoot={(props) => <Link to="/detections/placeholders" {...props} />}>Placeholders</Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/detections/suppressions" {...props} />}>Suppressions</Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/detections/drift" {...props} />}>Fields that changed</Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/detections/marketplace" {...props} />}>Marketplace</Menu.Item>
          {mayWrite && (
            <Menu.Item renderRoot={(props) => <Link to="/detections/import" {...props} />}>Import rules</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {mayWrite && (
        <Button component={Link} to="/detections/new">
          New rule
        </Button>
      )}
    </Group>
  )
}

type RowProps = {
  readonly rule: Rule
  readonly activity: Activity | undefined
  readonly choose: (() => void) | null
  readonly isChosen: boolean
}

function Row({ rule, activity, choose, isChosen }: RowProps) {
  const { hits, last, verdicts } = activityOf(activity, rule.rule_ids)
  const [tactics, techniques] = [tacticsOf(rule.tags ?? []), techniquesOf(rule.tags ?? [])]
  return (
    <tr>
      {choose !== null && (
        <td className="pick">
          <Checkbox size="xs" aria-label={`Choose ${rule.title.slice(0, 120)}`} checked={isChosen} onChange={choose} />
        </td>
      )}
      <td>
        <Link to="/detections/$id" params={{ id: rule.id }}>
          <Shown text={rule.title} lengthMax={200} />
        </Link>
      </td>
      <td>
        <Severity level={rule.severity} />
      </td>
      <td>
        <Text size="xs" title={tactics.join(', ')}>
          {fewOf(tactics, ', ')}
        </Text>
        <Text size="xs" className="quiet mono" title={techniques.join(' ')}>
          {fewOf(techniques, ' ')}
        </Text>
      </td>
      <td>{rule.language}</td>
      <td className="number">{hits === null ? '?' : hits.toLocaleString()}</td>
      <td className="nowrap">{last === null ? <span className="quiet">–</span> : <Time at={last} />}</td>
      <td className="nowrap">
        <Verdicts verdicts={verdicts} />
      </td>
      <td className="nowrap">{rule.is_builtin ? 'svc' : 'own'}</td>
      <td className="nowrap">
        {rule.stopped !== null && rule.stopped.length > 0 ? (
          <Badge color="red">stopped</Badge>
        ) : rule.enabled ? (
          'on'
        ) : (
          <Badge color="gray">off</Badge>
        )}
      </td>
    </tr>
  )
}

/** The first names, and how many follow: a row stays a row. */
const fewOf = (names: readonly string[], between: string): string =>
  names.length > NAMES_MAX
    ? `${names.slice(0, NAMES_MAX).join(between)} and ${names.length - NAMES_MAX} more`
    : names.join(between)

/** Several rules switched at once, one after the other; what is refused is named. */
function Bulk({ rules, done }: { readonly rules: readonly Rule[]; readonly done: () => void }) {
  const queries = useQueryClient()
  const [at, setAt] = useState(0)
  const flip = useMutation({
    mutationFn: async (isOn: boolean) => {
      const refused: string[] = []
      for (const [index, { id, title }] of rules.entries()) {
        setAt(index + 1)
        const params = { path: { id } }
        const wanted = isOn
          ? POST('/api/v1/rules/{id}/enable', { params })
          : POST('/api/v1/rules/{id}/disable', { params })
        await bodyOf(wanted).catch((error: Error) => refused.push(`${title}: ${error.message}`))
      }
      return refused
    },
    onSuccess: (refused) => refused.length === 0 && done(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return (
    <div className="bulk" role="toolbar" aria-label="Chosen rules">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {rules.length} chosen
        </Text>
        <Button variant="default" loading={flip.isPending} onClick={() => flip.mutate(true)}>
          Switch on
        </Button>
        <Button variant="default" loading={flip.isPending} onClick={() => flip.mutate(false)}>
          Switch off
        </Button>
        <Button variant="subtle" onClick={done}>
          Choose none
        </Button>
        {flip.isPending && (
          <Text size="sm" role="status">
            {at} of {rules.length}
          </Text>
        )}
      </Group>
      {flip.data !== undefined && flip.data.length > 0 && (
        <Alert color="red" variant="light" mt="xs" title={`${flip.data.length} could not be switched`}>
          {flip.data.slice(0, 10).map((one) => (
            <Text size="sm" key={one}>
              <Shown text={one} lengthMax={300} />
            </Text>
          ))}
        </Alert>
      )}
    </div>
  )
}
