import { Link } from '@tanstack/react-router'
import { actions, person, words } from '../parts/columns.tsx'
import { Listing, type RowOf } from '../parts/listing.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Back, Page } from '../parts/page.tsx'
import { RuleName } from '../parts/rule-name.tsx'
import { Shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'

type Suppression = RowOf<'GET /api/v1/rules/suppressions'>

export function SuppressionsPage() {
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="Suppressions"
        about="Rules ignore these values while a suppression is active. It ends automatically."
      >
        <Listing<'GET /api/v1/rules/suppressions'>
          title="All suppressions"
          list="GET /api/v1/rules/suppressions"
          changes="POST /api/v1/rules/suppressions"
          empty={{ title: 'No suppression', next: 'Choose alerts in the queue with x, then Suppress …' }}
          columns={[
            {
              head: 'Rule',
              cell: ({ rule_id: id }) => (id === '*' ? 'every rule' : <RuleName id={id} />),
            },
            {
              head: 'Ignores',
              cell: ({ field, values }) => (
                <span className="mono">
                  {field}: <Shown text={values.join(', ')} lengthMax={300} />
                </span>
              ),
            },
            words('Reason', 'reason'),
            person('By', 'created_by'),
            {
              head: 'State',
              isShort: true,
              cell: ({ ended_at: ended, ended_by: by, expires_at: until }) =>
                ended === null ? (
                  <>
                    until <Time at={until} />
                  </>
                ) : (
                  <span className="quiet">
                    {by === 'expiry' ? 'ran out' : 'ended'} <Time at={ended} />
                  </span>
                ),
            },
            actions<Suppression>(({ id, ended_at: ended, rule_id: rule }) =>
              ended === null ? (
                <ActButton
                  operation="POST /api/v1/rules/suppressions/{id}/end"
                  path={{ id }}
                  label="End"
                  ariaLabel={`End the suppression of ${rule.slice(0, 80)}`}
                />
              ) : null,
            ),
          ]}
        />
      </Page>
    </>
  )
}
