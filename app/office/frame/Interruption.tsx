import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProveIdentity } from '../accounts/ProveIdentity.tsx'
import { SignIn } from '../accounts/SignIn.tsx'
import { askedOnce } from './asked-once.ts'
import { interruptedBy } from './calls.ts'
import { useMember } from './member.ts'

type Asked = { what: 'sign-in'; done: () => void } | { what: 'prove'; done: (proved: boolean) => void }

/**
 * What has to be asked before something can go on, over the page and what was typed there: to sign in again, or to prove
 * one's identity once more. Whoever is asked at once by several calls answers once.
 */
export function Interruption() {
  const t = useTranslations('office.frame')
  const member = useMember()
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    interruptedBy({
      signIn: askedOnce(() => new Promise<void>((done) => setAsked({ what: 'sign-in', done }))),
      prove: askedOnce(() => new Promise<boolean>((done) => setAsked({ what: 'prove', done }))),
    })
    return () => interruptedBy(null)
  }, [])
  useEffect(() => {
    if (asked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [asked])
  const title = asked?.what === 'prove' ? t('prove') : t('signedOut')
  return (
    <dialog
      ref={dialog}
      className="interruption"
      aria-labelledby="interruption-title"
      onCancel={(event) => {
        // Nothing goes on without signing in; a proof may be refused.
        if (asked?.what === 'sign-in') return event.preventDefault()
        asked?.done(false)
        setAsked(null)
      }}
    >
      {asked && (
        <>
          <h2 id="interruption-title">{title}</h2>
          {asked.what === 'sign-in' ? (
            <>
              <p>{t('signedOutText')}</p>
              <SignIn
                email={member.email}
                onSignedIn={() => {
                  asked.done()
                  setAsked(null)
                }}
              />
            </>
          ) : (
            <ProveIdentity
              onProved={(proved) => {
                asked.done(proved)
                setAsked(null)
              }}
            />
          )}
        </>
      )}
    </dialog>
  )
}
