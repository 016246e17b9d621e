import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { drawnForQuery } from '../frame/calls.ts'
import { DocumentFrame } from '../frame/DocumentFrame.tsx'
import { useShown } from '../frame/use-shown.ts'

/** The seller's page and the mail as they will be once an offer is sent; `keep` brings what was typed to the server first. */
export function SellerSees({ ready, keep }: { ready: boolean; keep(): Promise<unknown> }) {
  const t = useTranslations('office.requests.offer')
  const { request } = useShown<'request'>()
  const [drawn, setDrawn] = useState(0)
  const [shown, setShown] = useState<'page' | 'mail'>('page')
  const draw = () => void keep().then(() => setDrawn((times) => times + 1))
  const addresses = {
    page: `/office/request-page/${request.number}${drawnForQuery() || '?'}`,
    mail: `/office/data/requests/${request.number}${drawnForQuery() || '?'}&part=mail`,
  }
  return (
    <details
      className="request-step"
      onToggle={({ currentTarget }) => {
        // What nobody typed at has no draft yet that could be drawn.
        if (currentTarget.open) draw()
      }}
    >
      <summary>{t('sees')}</summary>
      {!ready ? (
        <p className="missing">{t('lookFirst')}</p>
      ) : (
        drawn > 0 && (
          <>
            <p className="page-actions">
              {(['page', 'mail'] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  className="office-chip"
                  aria-pressed={shown === each}
                  onClick={() => {
                    setShown(each)
                    draw()
                  }}
                >
                  {t(`seen.${each}`)}
                </button>
              ))}
              <button type="button" className="do quiet" onClick={draw}>
                {t('lookAgain')}
              </button>
            </p>
            {shown === 'mail' && request.contact && !request.contact.email && (
              <p className="missing">{t('noMail')}</p>
            )}
            <DocumentFrame
              key={shown}
              className="request-frame"
              title={t(shown === 'page' ? 'frame' : 'mailFrame')}
              address={`${addresses[shown]}&drawn=${drawn}`}
            />
          </>
        )
      )}
    </details>
  )
}
