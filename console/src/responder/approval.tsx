/** The whole action to approve: the approval is valid only for these facts. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { isOwnRequest } from '../parts/own-request.ts'
import { useAssignees } from '../parts/people.ts'
import { shown } from '../parts/shown.tsx'
import { send, useOutbox } from './outbox.ts'
import { Card, Go, Level, Loaded, Since } from './parts.tsx'

type Approval = Schemas['Approval']

export function ApprovalPlace({ id }: { readonly id: string }) {
  const found = useQuery({
    queryKey: ['approval', id],
    queryFn: () => call('GET /api/v1/approvals/{approval_id}', { path: { approval_id: id } }),
  })
  return (
    <>
      <Go to="/responder" className="small">
        Back
      </Go>
      <Loaded query={found}>{(approval) => <Body approval={approval} />}</Loaded>
    </>
  )
}

function Body({ approval }: { readonly approval: Approval }) {
  const { title, summary, risk_level: risk, status, action, votes, quorum, expires_at: until } = approval
  return (
    <>
      <h1>{shown(title, 200)}</h1>
      <p>
        <Level level={risk} /> {status}, {votes} of {quorum} agreed
        {status === 'pending' && (
          <>
            , ends <Since at={until} />
          </>
        )}
      </p>
      <Card title="Request to approve">
        <dl>
          {action === null ? (
            <div>
              <dt>Action</dt>
              <dd>None: the text describes the request.</dd>
            </div>
          ) : (
            <>
              <Fact name="Action" text={action.action_type.replaceAll('_', ' ')} />
              <Fact name="Target" text={action.target} />
              {Object.entries(action.parameters).map(([name, value]) => (
                <Fact key={name} name={name} text={String(value)} />
              ))}
            </>
          )}
          <RequestedBy approval={approval} />
          <Fact name="Why" text={summary} />
        </dl>
      </Card>
      {approval.alert_id !== null && (
        <p>
          <Go to={`/responder/triage/${approval.alert_id}`}>The alert that it is about</Go>
        </p>
      )}
      <Decide approval={approval} />
    </>
  )
}

/** The name of the requester, which matters for the decision. */
function RequestedBy({ approval: { requested_by: id, requested_by_kind: kind } }: { readonly approval: Approval }) {
  const name = useAssignees()?.find((one) => one.id === id)?.name
  return <Fact name="Asked by" text={name ?? kind} />
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return text === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{shown(text, 1_000)}</dd>
    </div>
  )
}

function Decide({ approval }: { readonly approval: Approval }) {
  const { id, status, title } = approval
  const session = useSession()
  const outbox = useOutbox()
  const [comment, setComment] = useState('')
  if (status !== 'pending') return <p className="quiet">Decided: {status}.</p>
  if (lacking(session, 'POST /api/v1/approvals/{approval_id}/approve') !== null)
    return <p className="quiet">Your role may read approvals, but not decide them.</p>
  if (outbox.some((one) => one.path.approval_id === id && one.refusal === null))
    return <p role="status">Your decision waits to be sent.</p>
  const decide = (verb: 'approve' | 'reject') =>
    send({
      label: `${verb === 'approve' ? 'Approve' : 'Reject'} ${title.slice(0, 60)}`,
      operation: `POST /api/v1/approvals/{approval_id}/${verb}`,
      path: { approval_id: id },
      body: comment.trim() === '' ? {} : { comment: comment.trim() },
    })
  const isOwn = isOwnRequest(approval, session.me?.id)
  return (
    <>
      {isOwn && <p>You asked for this: another person has to approve it.</p>}
      <label className="field">
        Comment
        <textarea
          value={comment}
          maxLength={2_000}
          rows={2}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </label>
      <div className="acts">
        {!isOwn && (
          <button type="button" className="main" onClick={() => decide('approve')}>
            Approve
          </button>
        )}
        <button type="button" onClick={() => decide('reject')}>
          {isOwn ? 'Withdraw' : 'Reject'}
        </button>
      </div>
    </>
  )
}
