import { Alert, Button, Center, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bodyOf, POST, type Schemas, signOut } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { SignInForm } from './form.tsx'
import { PasskeySignIn } from './passkey.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

export const APPROVE_PATH = '/approve'
/** Stored in the tab during the sign-in at an identity provider, because the provider returns to the first page. */
const KEPT = 'svc.approval-link'

/** True when the tab returned from a sign-in that began on the page of an approval link. */
export function returnsToApproval(): boolean {
  return window.location.pathname === '/' && sessionStorage.getItem(KEPT) !== null
}

function tokenOfLink(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? sessionStorage.getItem(KEPT)
  if (token !== null) sessionStorage.setItem(KEPT, token)
  return token
}

/** The page of a mailed approval link: the person signs in, reads the request, and decides under their own name. */
export function ApprovePage() {
  const [token] = useState(tokenOfLink)
  const { tokens, isExpired } = useSession()
  useEffect(() => {
    document.title = 'Approve or deny · svc'
    if (window.location.pathname !== APPROVE_PATH) window.history.replaceState(null, '', APPROVE_PATH)
  }, [])
  const isSignedIn = tokens !== null && !isExpired
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack className={isSignedIn ? 'card' : 'card sign-in'} gap="md" maw="44rem" w="100%">
        <Title order={1}>Approve or deny</Title>
        {token === null && <Text>The address is incomplete. Open the whole link from the mail.</Text>}
        {token !== null && !isSignedIn && (
          <>
            <Text size="sm">Sign in as the recipient of the mail. Nothing is decided until you press a button.</Text>
            <SingleSignOn />
            <SignInForm done={() => undefined} />
            <PasskeySignIn />
          </>
        )}
        {token !== null && isSignedIn && <Question token={token} />}
        <a href="/response">All that waits for a decision</a>
      </Stack>
    </Center>
  )
}

function Question({ token }: { readonly token: string }) {
  const request = useQuery({
    queryKey: ['approval-link', token],
    queryFn: () => bodyOf(POST('/api/v1/approvals/by-link', { body: { token } })),
    staleTime: 0,
  })
  if (request.error)
    return (
      <>
        <Failure error={request.error} />
        <Button variant="default" onClick={() => void signOut()}>
          Sign in again
        </Button>
      </>
    )
  if (!request.data) return <Text role="status">Loading…</Text>
  return <Decision token={token} linkedApproval={request.data} refetch={() => void request.refetch()} />
}

type LinkedApproval = Schemas['LinkedApproval']
type Deciding = { readonly token: string; readonly linkedApproval: LinkedApproval; readonly refetch: () => void }

function Decision({ token, linkedApproval, refetch }: Deciding) {
  const [comment, setComment] = useState('')
  const decide = useMutation({
    mutationFn: (verdict: 'approved' | 'denied') =>
      bodyOf(POST('/api/v1/approvals/by-link/decide', { body: { token, verdict, comment: comment.trim() || null } })),
    onSuccess: () => sessionStorage.removeItem(KEPT),
    onError: refetch,
  })
  if (decide.isSuccess) return <Done {...decide.data} />
  const isOpen = linkedApproval.status === 'pending' && !linkedApproval.is_used && !linkedApproval.is_changed
  return (
    <>
      <Facts approval={linkedApproval} />
      {!isOpen && (
        <Alert variant="light" role="status">
          {whyClosed(linkedApproval)}
        </Alert>
      )}
      {decide.error && <Failure error={decide.error} />}
      {isOpen && (
        <>
          <Textarea
            label="Comment"
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            maxLength={2_000}
            autosize
            minRows={2}
          />
          <Group>
            <Button loading={decide.isPending} onClick={() => decide.mutate('approved')}>
              Approve
            </Button>
            <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('denied')}>
              Deny
            </Button>
          </Group>
        </>
      )}
    </>
  )
}

function Done({ status, votes, quorum }: Schemas['ApprovalLinkDecided']) {
  return (
    <Alert variant="light" role="status">
      {status === 'pending' ? `You agreed; ${votes} of ${quorum} do so far.` : `This is ${status} now.`}
    </Alert>
  )
}

function whyClosed({ status, is_used: isUsed }: LinkedApproval): string {
  if (status !== 'pending') return `This is ${status}: it is already decided.`
  return isUsed
    ? 'This link was used. It works once.'
    : 'The request has changed since the mail was sent. A new mail was sent; this link no longer works.'
}

function Facts({ approval: linkedApproval }: { readonly approval: LinkedApproval }) {
  const { title, summary, action, alert, case: ofCase, requested_by: by, quorum, votes } = linkedApproval
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Severity level={linkedApproval.risk_level} />
        <Text fw={600}>
          <Shown text={title} lengthMax={200} />
        </Text>
      </Group>
      <Text size="sm" className="wrap">
        <Shown text={summary} />
      </Text>
      {action !== null && <pre>{JSON.stringify(action, null, 2)}</pre>}
      {linkedApproval.blast_radius !== null && <Text size="sm">Blast radius: {linkedApproval.blast_radius}</Text>}
      <Text size="sm">
        Asked by <Shown text={by} lengthMax={254} />. {votes} of {quorum} agree. Open until{' '}
        <Time at={linkedApproval.expires_at} />; this link until <Time at={linkedApproval.link_expires_at} />.
      </Text>
      {ofCase !== null && (
        <Text size="sm">
          Case INC-{ofCase.number} ({ofCase.severity}, {ofCase.is_open ? 'open' : 'closed'},{' '}
          {counted(ofCase.alerts, 'alert', 'alerts')}): <Shown text={ofCase.title} lengthMax={200} />
        </Text>
      )}
      {alert !== null && (
        <Text size="sm">
          Alert ({alert.severity}, {alert.disposition ?? 'no verdict'}): <Shown text={alert.title} lengthMax={200} />.
          Entities: <Shown text={alert.entities.join(', ') || 'none'} lengthMax={1_000} />
        </Text>
      )}
    </Stack>
  )
}
