/** The responder app, for the phone of the person on call. It only accepts sign-ins with a passkey. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadMe, signOut } from '../api/client.ts'
import { hasPasskeys, passkeyFailure, signInWithPasskey } from '../api/passkeys.ts'
import { useSession } from '../api/session.ts'
import { ApprovalPlace } from './approval.tsx'
import { Home } from './home.tsx'
import { dismiss, emptyOutbox, flush, useOutbox } from './outbox.ts'
import { Go, Problem, Since } from './parts.tsx'
import { usePlace } from './route.ts'
import { Triage } from './triage.tsx'

/**
 * Marks that this tab signed in with a passkey: the console's session may have begun with a password, so it is not
 * enough.
 */
const BY_PASSKEY = 'svc.responder.passkey'
const OWNER = 'svc.responder.owner'

export function App() {
  const { tokens, me, isExpired } = useSession()
  const [isOurs, setIsOurs] = useState(() => sessionStorage.getItem(BY_PASSKEY) === 'yes')
  const [failed, setFailed] = useState<unknown>(null)
  const isUnknown = isOurs && tokens !== null && me === null && !isExpired
  useEffect(() => {
    if (isUnknown && failed === null) loadMe().catch(setFailed)
  }, [isUnknown, failed])
  useEffect(() => {
    if (!isOurs || me === null) return
    if ((localStorage.getItem(OWNER) ?? me.id) !== me.id) emptyOutbox()
    localStorage.setItem(OWNER, me.id)
    void flush()
  }, [isOurs, me])
  if (!isOurs || tokens === null || isExpired)
    return (
      <SignIn
        isAgain={isExpired}
        done={() => {
          sessionStorage.setItem(BY_PASSKEY, 'yes')
          setIsOurs(true)
        }}
      />
    )
  if (me === null)
    return (
      <main>
        {failed === null ? (
          <div className="wait" role="status" aria-label="Loading" />
        ) : (
          <Problem error={failed} retry={() => setFailed(null)} />
        )}
      </main>
    )
  return <Signed name={me.username} />
}

function SignIn({ isAgain, done }: { readonly isAgain: boolean; readonly done: () => void }) {
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: () => {
      done()
      void queries.invalidateQueries()
    },
  })
  return (
    <main className="door">
      <h1>svc responder</h1>
      <p className="quiet">
        {isAgain
          ? 'Your session has ended. Unsent actions are kept and sent when you sign in again.'
          : 'For people on call.'}
      </p>
      {hasPasskeys() ? (
        <button type="button" className="main" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
          Sign in with a passkey
        </button>
      ) : (
        <p role="alert">
          This browser has no passkeys here: they need TLS or localhost, and a name instead of an IP address.
        </p>
      )}
      {signIn.error && <Problem error={passkeyFailure(signIn.error)} />}
      <p className="quiet small">
        No passkey on this phone yet? Make one in the <a href="/settings">settings of the console</a>, signed in there.
      </p>
    </main>
  )
}

function Signed({ name }: { readonly name: string }) {
  const place = usePlace()
  return (
    <>
      <header className="top">
        <Go to="/responder" className="brand">
          svc
        </Go>
        <span className="quiet small">{name}</span>
        <button
          type="button"
          className="plain"
          onClick={() => void signOut().finally(() => sessionStorage.removeItem(BY_PASSKEY))}
        >
          Sign out
        </button>
      </header>
      <main>
        <Outbox />
        {place.at === 'home' && <Home />}
        {place.at === 'triage' && <Triage key={place.id} id={place.id} />}
        {place.at === 'approval' && <ApprovalPlace key={place.id} id={place.id} />}
      </main>
    </>
  )
}

/** Actions that wait for a network, and refused ones. Renders nothing if there are none. */
function Outbox() {
  const waiting = useOutbox()
  const [isOnline, setIsOnline] = useState(navigator.onLine)
  useEffect(() => {
    const changed = () => setIsOnline(navigator.onLine)
    window.addEventListener('online', changed)
    window.addEventListener('offline', changed)
    return () => {
      window.removeEventListener('online', changed)
      window.removeEventListener('offline', changed)
    }
  }, [])
  // An action that is being sent for the first time needs no notice.
  if (isOnline && waiting.every(({ tries }) => tries === 0)) return null
  const unsent = waiting.filter(({ refusal }) => refusal === null).length
  return (
    <section className="card outbox" aria-label="Not sent yet">
      <p role="status">
        <strong>{isOnline ? '' : 'No network. '}</strong>
        {unsent === 0 ? '' : `${unsent} ${unsent === 1 ? 'action waits' : 'actions wait'} to be sent.`}
      </p>
      <ul>
        {waiting.map(({ key, label, at, tries, refusal }) => (
          <li key={key}>
            <span className="grow">
              {label}
              <span className="quiet small">
                {' '}
                <Since at={at} />
                {refusal === null
                  ? tries > 0 && `, tried ${tries === 1 ? 'once' : `${tries} times`}`
                  : `: refused, ${refusal}`}
              </span>
            </span>
            <button type="button" className="plain" aria-label={`Drop: ${label}`} onClick={() => dismiss(key)}>
              Drop
            </button>
          </li>
        ))}
      </ul>
      {unsent > 0 && (
        <button type="button" onClick={() => void flush()}>
          Try now
        </button>
      )}
    </section>
  )
}
