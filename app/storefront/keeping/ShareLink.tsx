import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale, useShell } from '../shell-data.ts'

/** The list as a link: whoever has it sees these pieces; nothing of it is stored with us. */
export function ShareLink({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('keeping')
  const { site } = useShell()
  const address = `${site.url}${pathTo(useLocale(), 'wishes')}?pieces=${ids.join('.')}`
  // What was said about another list does not hold for this one.
  const [copied, setCopied] = useState<{ address: string; ok: boolean }>()
  const copy = () => {
    const said = (ok: boolean) => setCopied({ address, ok })
    // Without encryption, browsers have no clipboard.
    const writing = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'))
    writing.then(
      () => said(true),
      () => said(false),
    )
  }
  if (ids.length === 0) return null
  return (
    <section aria-labelledby="share" className="mt-12 max-w-prose">
      <h2 id="share" className="text-step-1">
        {t('share.title')}
      </h2>
      <p id="share-text" className="pt-1 pb-3 text-ink-soft">
        {t('share.text')}
      </p>
      <div className="flex flex-wrap gap-3">
        <input
          className="field min-w-0 flex-[1_1_14rem]"
          aria-labelledby="share"
          aria-describedby="share-text"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button button-quiet" onClick={copy}>
          {t('share.copy')}
        </button>
      </div>
      <p role="status" className="pt-2">
        {copied?.address === address && t(copied.ok ? 'share.copied' : 'share.notCopied')}
      </p>
    </section>
  )
}
