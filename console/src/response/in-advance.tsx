/** Approvals given in advance, for some time and some tenants, and deputies who decide for somebody. */
import { useSession } from '../api/session.ts'
import { actions, person, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { wordOf } from '../parts/words.ts'

export function InAdvance() {
  return (
    <>
      <Listing<'GET /api/v1/standing-approvals'>
        title="Standing approvals"
        about="Approved once for some targets, a time and a number of uses. It needs an approval itself before it is active."
        list="GET /api/v1/standing-approvals"
        changes="POST /api/v1/standing-approvals"
        aside={<FormButton operation="POST /api/v1/standing-approvals" label="Ask for one" submit="Ask" />}
        empty={{ title: 'No standing approvals', next: 'Each action that needs an approval is approved separately.' }}
        columns={[
          { head: 'Action', isShort: true, cell: ({ action_type: type }) => wordOf(type) },
          { head: 'Targets', isMono: true, cell: ({ targets }) => targets.join(', ') },
          words('Why', 'reason'),
          when('From', 'from_at'),
          when('Until', 'until_at'),
          { head: 'Used', isShort: true, cell: ({ uses, uses_max: most }) => `${uses} of ${most}` },
          when('Revoked', 'revoked_at', '–'),
          actions((row) =>
            row.revoked_at === null ? (
              <ActButton
                operation="POST /api/v1/standing-approvals/{id}/revoke"
                path={{ id: row.id }}
                label="Revoke"
                variant="subtle"
                confirm="From now on these actions need an approval again."
              />
            ) : null,
          ),
        ]}
      />
      <Listing<'GET /api/v1/campaigns'>
        title="Campaigns"
        about="One action on several tenants with one approval."
        list="GET /api/v1/campaigns"
        changes="POST /api/v1/campaigns"
        aside={<FormButton operation="POST /api/v1/campaigns" label="New campaign" submit="Ask" />}
        empty={{ title: 'No campaigns' }}
        columns={[
          words('Campaign', 'title'),
          short('Action', 'action_type'),
          words('Why', 'rationale'),
          person('By', 'requested_by'),
          when('When', 'created_at'),
        ]}
      />
    </>
  )
}

export function Deputies() {
  const { me } = useSession()
  return (
    <Listing<'GET /api/v1/deputies'>
      title="Deputies"
      about="While you are away somebody else decides your approvals. The audit log records who decided, and for whom."
      list="GET /api/v1/deputies"
      changes="POST /api/v1/deputies"
      aside={
        <FormButton operation="POST /api/v1/deputies" label="Name a deputy" fixed={me ? { user_id: me.id } : {}} />
      }
      empty={{ title: 'No deputies' }}
      columns={[
        person('For', 'user_id'),
        person('Deputy', 'deputy_id'),
        when('From', 'from_at'),
        when('Until', 'until_at'),
        words('Reason', 'reason'),
        when('Ended', 'ended_at', '–'),
        actions((row) =>
          row.ended_at === null ? (
            <ActButton operation="POST /api/v1/deputies/{id}/end" path={{ id: row.id }} label="End" variant="subtle" />
          ) : null,
        ),
      ]}
    />
  )
}
