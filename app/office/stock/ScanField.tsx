import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Scanned, useScans } from '../frame/scans.ts'
import { ScanButton } from '../scanner/ScanButton.tsx'

/** Takes what is typed, and what a scanner sends anywhere on the page. */
export function ScanField({
  onScan,
  fault,
}: {
  onScan(text: string): Promise<Scanned>
  fault: string | null
}) {
  const t = useTranslations('office.stock.scan')
  const [text, setText] = useState('')
  useScans(onScan)
  return (
    <form
      className="mt-3 max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        void onScan(text)
        setText('')
      }}
    >
      <label htmlFor="scan" className="font-medium">
        {t('label')}
      </label>
      <div className="flex gap-2">
        <input
          id="scan"
          className="field"
          autoComplete="off"
          value={text}
          aria-invalid={fault !== null}
          aria-describedby={fault ? 'scan-fault scan-hint' : 'scan-hint'}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" className="do">
          {t('count')}
        </button>
      </div>
      <p id="scan-hint" className="sub">
        {t('hint')}
      </p>
      <p id="scan-fault" role="alert" className="missing">
        {fault}
      </p>
      <ScanButton />
    </form>
  )
}
