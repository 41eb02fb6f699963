/** One report as it was created, for reading, and for printing without the rest of the page. */

import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type AnswerOf, call } from '../api/call.ts'
import { SEVERITIES, VERDICTS } from '../parts/alert-words.ts'
import { count, short, when, words } from '../parts/columns.tsx'
import { durationOf } from '../parts/durations.ts'
import { Figures, Parts } from '../parts/figures.tsx'
import { Back, Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'

type Found = AnswerOf<'GET /api/v1/reports/{id}'>
type Document = Found['report']['document']

export function ReportPage() {
  const { id } = useParams({ from: '/reports/$id' })
  const found = useQuery({
    queryKey: ['report', id],
    queryFn: () => call('GET /api/v1/reports/{id}', { path: { id } }),
  })
  return (
    <>
      <Back>
        <Link to="/reports">← Reports</Link>
      </Back>
      <Loaded query={found} lines={12}>
        {(answer) => <Read answer={answer} />}
      </Loaded>
    </>
  )
}

function Read({ answer: { report, mails, mail } }: { readonly answer: Found }) {
  return (
    <Page
      title={<Shown text={report.title} lengthMax={300} />}
      name="Report"
      about={
        <>
          <Shown text={report.document.tenant} lengthMax={200} />, <Time at={report.period_start} inFull /> to{' '}
          <Time at={report.period_end} inFull />, made <Time at={report.created_at} inFull />
        </>
      }
      actions={
        <Button className="not-printed" size="xs" variant="default" onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Numbers document={report.document} />
      <Lists document={report.document} />
      <div className="not-printed">
        <Mails mails={mails} mail={mail} />
      </div>
    </Page>
  )
}

const duration = (seconds: number | null): string | null => (seconds === null ? null : durationOf(seconds))
const inOrder = (counts: CountsProps['counts'], names: readonly string[]) =>
  Object.entries(counts).toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b))

const met = ({ due, met: kept }: { due: number; met: number }) => (due === 0 ? 'none was due' : `${kept} of ${due}`)

function Numbers({ document }: { readonly document: Document }) {
  const { alerts, cases, sla, ingest, time_to_acknowledge: ack, time_to_resolve: resolve } = document
  return (
    <>
      <Figures
        of={[
          {
            name: 'Alerts',
            value: alerts.total.toLocaleString(),
            note: `${alerts.total_before.toLocaleString()} before`,
          },
          { name: 'Cases opened', value: cases.opened.toLocaleString(), note: `${cases.opened_before} before` },
          { name: 'Cases resolved', value: cases.resolved.toLocaleString(), note: `${cases.open_now} open when made` },
          { name: 'Mean time to acknowledge', value: duration(ack.seconds), note: `of ${ack.of} cases` },
          { name: 'Mean time to resolve', value: duration(resolve.seconds), note: `of ${resolve.of} cases` },
          { name: 'Acknowledged in time', value: met(sla.acknowledge) },
          { name: 'Resolved in time', value: met(sla.resolve) },
          {
            name: 'Events',
            value: ingest.events?.toLocaleString() ?? null,
            note: ingest.events_before === null ? undefined : `${ingest.events_before.toLocaleString()} before`,
          },
        ]}
      />
      <div className="two even">
        <Counts title="Alerts by severity" counts={alerts.by_severity} names={SEVERITIES} total={alerts.total} />
        <Counts title="Alerts by verdict" counts={alerts.by_verdict} names={VERDICTS} total={alerts.total} />
      </div>
    </>
  )
}

type CountsProps = {
  readonly title: string
  readonly counts: Readonly<Record<string, number>>
  readonly names: readonly string[]
  readonly total: number
}

/** Renders nothing when there are no counts. */
function Counts({ title, counts, names, total }: CountsProps) {
  const of = inOrder(counts, names).map(([name, value]) => ({
    name,
    label: SEVERITIES.some((level) => level === name) ? <Severity level={name} /> : wordOf(name),
    of: value,
  }))
  if (of.length === 0) return null
  return (
    <Section title={title}>
      <Parts of={of} total={total} />
    </Section>
  )
}

function Lists({ document }: { readonly document: Document }) {
  const { notable_cases: notable, noise, top_entities: entities, unmeasured } = document
  return (
    <>
      {notable.length > 0 && (
        <Section title="Cases of note">
          <Table
            name="List: Cases of note"
            rows={notable.map(({ case: one }) => one)}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Case',
                cell: ({ id, title }) => (
                  <Link to="/cases/$id" params={{ id }}>
                    <Shown text={title ?? 'withheld'} lengthMax={200} />
                  </Link>
                ),
              },
              short('Severity', 'severity'),
              short('Status', 'status'),
              when('Opened', 'opened_at'),
            ]}
          />
        </Section>
      )}
      {noise.length > 0 && (
        <Section title="Alerts by origin">
          <Table
            name="List: Alerts by origin"
            rows={noise}
            keyOf={({ alert }) => alert.id}
            columns={[
              {
                head: 'The newest',
                cell: ({ alert }) => (
                  <Link to="/alerts/$id" params={{ id: alert.id }}>
                    <Shown text={alert.title ?? 'withheld'} lengthMax={200} />
                  </Link>
                ),
              },
              count('Alerts', 'alerts'),
              count('Judged', 'judged'),
              count('No attack', 'false_positives'),
            ]}
          />
        </Section>
      )}
      {entities.length > 0 && (
        <Section title="Entities in most alerts">
          <Table
            name="List: Entities in most alerts"
            rows={entities}
            keyOf={({ entity_type: kind, entity }) => `${kind} ${entity}`}
            columns={[words('Entity', 'entity'), short('Kind', 'entity_type'), count('Alerts', 'alerts')]}
          />
        </Section>
      )}
      {unmeasured.length > 0 && (
        <Section title="Not measured">
          <Table
            name="List: Not measured"
            rows={unmeasured}
            keyOf={({ figure }) => figure}
            columns={[short('Figure', 'figure'), words('Reason', 'reason')]}
          />
        </Section>
      )}
    </>
  )
}

function Mails({ mails, mail }: Pick<Found, 'mails' | 'mail'>) {
  return (
    <Section title="Mails">
      {mail !== null && (
        <Text size="sm" className="late" mb="sm">
          {mail}
        </Text>
      )}
      {mails.length === 0 ? (
        <Text size="sm" className="quiet">
          It was not mailed.
        </Text>
      ) : (
        <Table
          name="List: Mails"
          rows={mails}
          keyOf={({ id }) => id}
          columns={[
            words('To', 'address'),
            short('State', 'status'),
            words('Reason', 'reason'),
            when('Sent', 'sent_at', 'not sent'),
          ]}
        />
      )}
    </Section>
  )
}
