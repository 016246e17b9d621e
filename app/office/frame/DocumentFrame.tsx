import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { followReached } from './calls.ts'

type DocumentFrameProps = {
  address: string
  title: string
  /** Its height and its border. */
  className: string
  /** A page of the shop, with its styles, whose links open elsewhere; else a letter, which has its own and leads nowhere. */
  isPage?: boolean
}

/**
 * A document as others see it. It is drawn anew behind the one that is seen, and takes its place where that had been scrolled
 * to. One that did not come leaves the one that is seen, says so, and is asked for again once the server answers.
 */
export function DocumentFrame({ address, title, className, isPage = false }: DocumentFrameProps) {
  const t = useTranslations('office.frame')
  const [shown, setShown] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [again, setAgain] = useState(0)
  const seen = useRef<HTMLIFrameElement>(null)
  const wanted = again === 0 ? address : `${address}&again=${again}`
  const hasFailed = failed === wanted
  const sandbox = isPage
    ? 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
    : 'allow-same-origin'
  const askAgain = useCallback(() => setAgain((times) => times + 1), [])
  useEffect(
    () => (hasFailed ? followReached((isReached) => isReached && askAgain()) : undefined),
    [hasFailed, askAgain],
  )
  const loaded = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    if (!hasCome(currentTarget) || (isPage && !isStyled(currentTarget))) return setFailed(wanted)
    currentTarget.contentWindow?.scrollTo(0, seen.current?.contentWindow?.scrollY ?? 0)
    setShown(wanted)
    setFailed(null)
  }
  return (
    <>
      <div role="status">
        {failed !== null && (
          <p className="missing">
            {t(shown === null ? 'documentMissing' : 'documentOutdated')}{' '}
            <button type="button" className="link" onClick={askAgain}>
              {t('documentAgain')}
            </button>
          </p>
        )}
      </div>
      <div className={`document-frame ${className}`}>
        {shown !== null && shown !== wanted && (
          <iframe key={shown} ref={seen} title={title} src={shown} sandbox={sandbox} />
        )}
        {!hasFailed && (
          <iframe
            key={wanted}
            ref={shown === wanted ? seen : undefined}
            title={title}
            src={wanted}
            sandbox={sandbox}
            inert={shown !== wanted}
            onLoad={shown === wanted ? undefined : loaded}
          />
        )}
      </div>
    </>
  )
}

/** Else it has a refusal, or what a browser shows by itself without a connection, which nobody else may read. */
function hasCome({ contentDocument, contentWindow }: HTMLIFrameElement): boolean {
  if (contentDocument === null) return false
  const [load] = contentWindow?.performance.getEntriesByType('navigation') ?? []
  // Browsers that do not tell the status say nothing, or 0.
  const { responseStatus } = (load ?? {}) as Partial<PerformanceNavigationTiming>
  return (responseStatus || 200) === 200
}

function isStyled({ contentDocument }: HTMLIFrameElement): boolean {
  return (
    contentDocument !== null &&
    getComputedStyle(contentDocument.documentElement).getPropertyValue('--paper') !== ''
  )
}
