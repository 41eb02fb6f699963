/** The post-mortem and the summary of a case for printing, as a styled page of the console. */
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { Back, Page } from '../parts/page.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted, wordOf } from '../parts/words.ts'
import { moreThanTitle, titleInWords } from './adds-to-title.ts'

type PostMortem = AnswerOf<'GET /api/v1/cases/{id}/postmortem'>
type Summary = AnswerOf<'GET /api/v1/cases/{id}/summary'>
type Kind = 'postmortem' | 'summary'

/** Entries that point to this report, which say nothing in it. */
const SYSTEM_COMMENT = 'system comment'

export function CaseReportPage() {
  const { id } = useParams({ from: '/cases/$id/report' })
  const [kind, setKind] = useState<Kind>('postmortem')
  const save = useMutation({
    mutationFn: async () => {
      const html: unknown = await call(`GET /api/v1/cases/{id}/${kind}`, {
        path: { id },
        query: { format: 'html' },
        parseAs: 'text',
      })
      saveAs(new Blob([String(html)], { type: 'text/html' }), `${kind}-${id.slice(0, 8)}.html`)
    },
  })
  return (
    <>
      <Back>
        <Link to="/cases/$id" params={{ id }}>
          ← The case
        </Link>
      </Back>
      <Page
        title={kind === 'postmortem' ? 'Post-mortem' : 'Summary'}
        actions={
          <Group gap="xs" className="not-printed">
            <SegmentedControl
              aria-label="Report"
              size="xs"
              data={[
                { value: 'postmortem', label: 'Post-mortem' },
                { value: 'summary', label: 'Summary' },
              ]}
              value={kind}
              onChange={(value) => setKind(value as Kind)}
            />
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
              Save as HTML
            </Button>
            <Button onClick={() => window.print()}>Print</Button>
          </Group>
        }
      >
        {save.error && <Failure error={save.error} />}
        {kind === 'postmortem' ? <PostMortemOf id={id} /> : <SummaryOf id={id} />}
      </Page>
    </>
  )
}

function PostMortemOf({ id }: { readonly id: string }) {
  const found = useQuery({
    queryKey: ['case', id, 'postmortem'],
    queryFn: () => call('GET /api/v1/cases/{id}/postmortem', { path: { id } }),
  })
  return (
    <Loaded query={found} lines={12}>
      {(report) => <PostMortemText report={report} />}
    </Loaded>
  )
}

function PostMortemText({ report }: { readonly report: PostMortem }) {
  const { overview, detection, response } = report
  return (
    <article className="report card">
      <Text size="lg" fw={600}>
        <Shown text={overview.label} lengthMax={60} /> <Shown text={overview.title} lengthMax={300} />
      </Text>
      <Text size="sm">
        <Shown text={report.headline} lengthMax={600} />
      </Text>
      <Facts
        of={[
          ['Severity', <Severity key="s" level={overview.severity} />],
          ['Status', wordOf(overview.status)],
          ['Opened', moment(overview.opened_at)],
          ['Resolved', moment(overview.resolved_at)],
          ['Closed', moment(overview.closed_at)],
          ['Time to resolution', minutes(overview.time_to_resolution_minutes)],
        ]}
      />
      <Techniques of={overview.techniques_by_tactic} />
      <Part title="Detection">
        <Facts
          of={[
            ['First alert', moment(detection.alert_fired_at)],
            ['First look by a person', moment(detection.first_touch_at)],
            ['Time until the first look', minutes(detection.first_touch_latency_minutes)],
            ['Targets missed', detection.breached_clocks.map(wordOf).join(', ') || 'none'],
          ]}
        />
        {detection.detection_gaps.length > 0 && <List of={detection.detection_gaps} />}
      </Part>
      <Part title="Response">
        <Text size="sm">
          {response.actions_taken === 0
            ? 'No task or action was done.'
            : `${counted(response.actions_taken, 'task or action was', 'tasks and actions were')} done, ${response.automated_count} of them by automation.`}
          {response.actions_overdue > 0 && ` ${response.actions_overdue} overdue.`}
        </Text>
        {response.actions.map(({ category, actions }) => (
          <div key={category}>
            <Text size="sm" fw={600} mt="xs">
              {category === 'other' ? 'Tasks' : wordOf(category)}
            </Text>
            <ul>
              {actions.map(({ title, status, completed_at: at }) => (
                <li key={title}>
                  <Shown text={title} lengthMax={240} />, {wordOf(status)}
                  {at !== null && (
                    <>
                      {' '}
                      <Time at={at} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Part>
      <Part title="Timeline">
        <ol className="plain">
          {report.timeline
            .filter(({ title }) => title !== SYSTEM_COMMENT)
            .map(({ at, title, text }) => (
              <li key={`${at} ${title}`} className="moment">
                <Time at={at} seconds />
                <span>
                  <Shown text={titleInWords(title)} lengthMax={300} />{' '}
                  <span className="quiet">
                    <Shown text={moreThanTitle({ title, description: text }) ?? ''} lengthMax={300} />
                  </span>
                </span>
              </li>
            ))}
        </ol>
      </Part>
      <Part title="What went well">
        <List of={report.went_well} />
      </Part>
      <Part title="What fell short">
        <List of={report.fell_short} />
      </Part>
      <Part title="What to do">
        <ul>
          {report.action_items.map(({ title, category, priority }) => (
            <li key={title}>
              <Shown text={title} lengthMax={300} />{' '}
              <span className="quiet">
                ({wordOf(category)}, {priority})
              </span>
            </li>
          ))}
        </ul>
      </Part>
      <AsOf at={report.as_of} isCut={report.is_cut} />
    </article>
  )
}

function SummaryOf({ id }: { readonly id: string }) {
  const found = useQuery({
    queryKey: ['case', id, 'summary'],
    queryFn: () => call('GET /api/v1/cases/{id}/summary', { path: { id } }),
  })
  return (
    <Loaded query={found} lines={10}>
      {(report) => <SummaryText report={report} />}
    </Loaded>
  )
}

function SummaryText({ report }: { readonly report: Summary }) {
  const { tasks, alerts, sla } = report
  return (
    <article className="report card">
      <Text size="lg" fw={600}>
        <Shown text={report.label} lengthMax={60} /> <Shown text={report.title} lengthMax={300} />
      </Text>
      <Text size="sm">
        <Shown text={report.headline} lengthMax={600} />
      </Text>
      <Facts
        of={[
          ['Severity', <Severity key="s" level={report.severity} />],
          ['Status', wordOf(report.status)],
          ['Opened', moment(report.opened_at)],
          ['Acknowledged', moment(report.acknowledged_at)],
          ['Alerts', alerts.total.toLocaleString()],
          ['Tasks', `${tasks.done} of ${tasks.total} done, ${tasks.overdue} overdue`],
          ['Acknowledge', wordOf(sla.ack.state)],
          ['Resolve', wordOf(sla.resolve.state)],
        ]}
      />
      <Techniques of={report.techniques_by_tactic} />
      <Part title="Still to do">
        <List of={report.open_tasks.map(({ title }) => title)} />
      </Part>
      <Part title="Latest comments">
        <ul>
          {report.latest_comments.map(({ at, text }) => (
            <li key={at}>
              <Time at={at} /> <Shown text={text} lengthMax={400} />
            </li>
          ))}
        </ul>
      </Part>
      <AsOf at={report.as_of} isCut={report.is_cut} />
    </article>
  )
}

/** Facts have the year and the zone, which a printed page does not have elsewhere. */
const moment = (at: string | null): ReactNode => (at === null ? 'not yet' : <Time at={at} inFull />)
const minutes = (value: number | null): string => (value === null ? 'not known' : `${value.toLocaleString()} min`)

function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="pairs">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  )
}

function List({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return <Text size="sm">None.</Text>
  return (
    <ul>
      {of.map((one) => (
        <li key={one}>
          <Shown text={one} lengthMax={400} />
        </li>
      ))}
    </ul>
  )
}

function Techniques({ of }: { readonly of: PostMortem['overview']['techniques_by_tactic'] }) {
  if (of.length === 0) return null
  return (
    <Part title="ATT&CK">
      <ul>
        {of.map(({ tactic, techniques }) => (
          <li key={tactic}>
            {wordOf(tactic)}: {techniques.join(', ')}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function AsOf({ at, isCut }: { readonly at: string; readonly isCut: boolean }) {
  return (
    <Text size="xs" className="quiet" mt="md">
      As of <Time at={at} inFull />.{isCut && ' It is longer than is printed here: the case has the rest.'}
    </Text>
  )
}
