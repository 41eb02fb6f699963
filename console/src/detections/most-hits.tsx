import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { type Activity, activityOf } from './activity-of.ts'
import { Verdicts } from './verdicts.tsx'

const HOURS = 720

/** The rules with the most hits and the verdicts on them, because tuning these saves the most work. */
export function MostHits({ activity }: { readonly activity: Activity | undefined }) {
  const query = useQuery({
    queryKey: ['rule-hits'],
    queryFn: () => bodyOf(GET('/api/v1/detections/stats', { params: { query: { hours: HOURS } } })),
  })
  return (
    <Loaded query={query} lines={12}>
      {({ by_rule: rules, total, rules_total: of }) => {
        const most = Math.max(1, ...rules.map(({ hits }) => hits))
        if (rules.length === 0) return <Empty title="No rule had a hit in 30 days">Signals are counted here.</Empty>
        return (
          <Section
            title={`${counted(total, 'signal', 'signals')} of ${counted(of, 'rule', 'rules')} in 30 days`}
            aside={of > rules.length && <span className="quiet">the {rules.length} with the most</span>}
          >
            <Table
              name="Rules with the most hits"
              rows={rules}
              keyOf={({ rule_id: id }) => id}
              columns={[
                {
                  head: 'Rule',
                  cell: ({ rule_id: id, rule_title: title }) => (
                    <Link to="/detections/$id" params={{ id }}>
                      <Shown text={title || id} lengthMax={200} />
                    </Link>
                  ),
                },
                { head: 'Hits', isNumber: true, isShort: true, cell: ({ hits }) => hits.toLocaleString() },
                { head: 'Share', cell: ({ hits }) => <Share part={hits / most} /> },
                { head: 'Last hit', isShort: true, cell: ({ last_hit: at }) => <Time at={at} /> },
                {
                  head: 'Verdicts',
                  isShort: true,
                  cell: ({ rule_id: id }) => <Verdicts verdicts={activityOf(activity, [id]).verdicts} />,
                },
                {
                  head: 'Cost, ms',
                  isNumber: true,
                  isShort: true,
                  cell: ({ cost_ms: cost }) =>
                    cost === null ? <span className="quiet">not known</span> : cost.toLocaleString(),
                },
              ]}
            />
          </Section>
        )
      }}
    </Loaded>
  )
}

function Share({ part }: { readonly part: number }) {
  return (
    <div className="bar hit-share" aria-hidden="true">
      <i ref={(bar) => void bar?.style.setProperty('width', `${100 * part}%`)} />
    </div>
  )
}
