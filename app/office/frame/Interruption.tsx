import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProveIdentity } from '../accounts/ProveIdentity.tsx'
import { SignIn } from '../accounts/SignIn.tsx'
import { askedOnce } from './asked-once.ts'
import { interruptedBy } from './calls.ts'
import { useMember } from './member.ts'

type Asked =
  | { what: 'sign-in'; done: () => void }
  | { what: 'prove'; done: (proved: boolean) => void }
  | { what: 'another'; done: () => void }

/**
 * What has to be asked before something can go on, over the page and what was typed there: to sign in again, or to prove
 * one's identity once more. Whoever is asked at once by several calls answers once. Where somebody else is signed in by now
 * nothing goes on until whoever the page was drawn for signs in again; or the page comes anew, for the other one.
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
      another: askedOnce(() => new Promise<void>((done) => setAsked({ what: 'another', done }))),
    })
    return () => interruptedBy(null)
  }, [])
  useEffect(() => {
    if (asked) dialog.current?.showModal()
    else dialog.current?.close()
  }, [asked])
  const titles = { prove: t('prove'), 'sign-in': t('signedOut'), another: t('another') }
  return (
    <dialog
      ref={dialog}
      className="interruption"
      role={asked?.what === 'another' ? 'alertdialog' : undefined}
      aria-labelledby="interruption-title"
      aria-describedby={asked?.what === 'another' ? 'interruption-text' : undefined}
      onCancel={(event) => {
        // Nothing goes on without signing in, or as somebody else; a proof may be refused.
        if (asked?.what !== 'prove') return event.preventDefault()
        asked.done(false)
        setAsked(null)
      }}
    >
      {asked && (
        <>
          <h2 id="interruption-title">{titles[asked.what]}</h2>
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
          ) : asked.what === 'prove' ? (
            <ProveIdentity
              onProved={(proved) => {
                asked.done(proved)
                setAsked(null)
              }}
            />
          ) : (
            <>
              <p id="interruption-text">{t('anotherText', { name: member.name })}</p>
              <SignIn
                email={member.email}
                onSignedIn={() => {
                  asked.done()
                  setAsked(null)
                }}
              />
              <p className="pt-4">{t('anotherElse')}</p>
              <p className="pt-4">
                <button type="button" className="do quiet" onClick={() => window.location.reload()}>
                  {t('anotherReload')}
                </button>
              </p>
            </>
          )}
        </>
      )}
    </dialog>
  )
}
