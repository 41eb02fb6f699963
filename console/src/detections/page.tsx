import { Button, Group, Menu, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { lacking, mayCall } from '../api/call.ts'
import { bodyOf, GET } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useActivity } from './activity.ts'
import type { Activity } from './activity-of.ts'
import { MostHits } from './most-hits.tsx'
import { RuleList } from './rule-list.tsx'
import { TACTICS } from './tactics.ts'

const PAGE_SIZE = 100
const LANGUAGES = ['sigma', 'eql', 'kql', 'yara'] as const
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const
const STATES = ['on', 'off'] as const

const oneOf = <T extends string>(words: readonly T[], value: string | undefined): T | undefined =>
  words.find((word) => word === value)

export function DetectionsPage() {
  const session = useSession()
  const chosen = useChosen()
  const activity = useActivity()
  const mayWrite = mayCall(session, 'POST /api/v1/rules')
  return (
    <Page
      title="Detections"
      about={
        activity.data === undefined ? (
          'Detection rules: your own first, then the built-in ones.'
        ) : (
          <Counts activity={activity.data} />
        )
      }
      actions={<Actions mayWrite={mayWrite} />}
    >
      <LinkFaults faults={chosen.faults} instead="Rules are shown without it." />
      <Filters chosen={chosen} />
      {chosen.isByHits ? (
        <MostHits activity={activity.data} />
      ) : (
        <Rules
          key={JSON.stringify(chosen.filter)}
          filter={chosen.filter}
          activity={activity.data}
          mayWrite={mayWrite}
        />
      )}
    </Page>
  )
}

/** The filter in the link, and its unknown parts. */
function useChosen() {
  const searchParams = useSearch({ from: '/detections' })
  const language = oneOf(LANGUAGES, searchParams.language)
  const severity = oneOf(SEVERITIES, searchParams.severity)
  const state = oneOf(STATES, searchParams.state)
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
  return { filter, faults, language, severity, state, isByHits: searchParams.view === 'hits' }
}

type Chosen = ReturnType<typeof useChosen>

function Filters({ chosen }: { readonly chosen: Chosen }) {
  const searchParams = useSearch({ from: '/detections' })
  const navigate = useNavigate({ from: '/detections' })
  const change = (next: Partial<typeof searchParams>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
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
  return (
    <Group gap="xs" component="search">
      <SegmentedControl
        aria-label="View"
        data={[
          { value: '', label: 'All rules' },
          { value: 'hits', label: 'Most hits' },
        ]}
        value={chosen.isByHits ? 'hits' : ''}
        onChange={(view) => change({ view: view || undefined })}
      />
      {!chosen.isByHits && (
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
            value={TACTICS.find(({ tag }) => tag === searchParams.search)?.tag ?? ''}
            onChange={(event) => change({ search: event.currentTarget.value || undefined })}
          />
          {choice('Language', 'Every language', LANGUAGES, chosen.language, 'language')}
          {choice('Severity', 'Every severity', SEVERITIES, chosen.severity, 'severity')}
          {choice('State', 'On and off', STATES, chosen.state, 'state')}
        </>
      )}
    </Group>
  )
}

type RulesProps = {
  readonly filter: Chosen['filter']
  readonly activity: Activity | undefined
  readonly mayWrite: boolean
}

function Rules({ filter, activity, mayWrite }: RulesProps) {
  const query = useInfiniteQuery({
    queryKey: ['rules', filter],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/rules', { params: { query: { limit: PAGE_SIZE, ...filter, ...(cursor ? { cursor } : {}) } } }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Loaded query={query} lines={12}>
      {({ pages }) => {
        const rules = pages.flatMap(({ items }) => items)
        if (rules.length === 0)
          return <Empty title="No rule matches">Search for another word, or remove a filter.</Empty>
        return (
          <RuleList rules={rules} activity={activity} mayWrite={mayWrite}>
            <More query={query} />
          </RuleList>
        )
      }}
    </Loaded>
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
  const session = useSession()
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
          {lacking(session, 'GET /api/v1/marketplace/items') === null && (
            <Menu.Item renderRoot={(props) => <Link to="/detections/marketplace" {...props} />}>Marketplace</Menu.Item>
          )}
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
