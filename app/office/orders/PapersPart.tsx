import { useState } from 'react'
import { Fault, Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useDeed } from './use-deed.ts'
import { useOrderWords } from './use-order-words.ts'

/** Documents of the order, each opened as a PDF, and proofs that it has left where it was sold free of tax. */
export function PapersPart() {
  const { t, moment, price } = useOrderWords()
  const { number, documents, proofs, needsProof, hasTestSheets } = useShown<'order'>()
  const mayChange = useMay('orders.change')
  const file = (query: string) => `/office/data/orders/${number}?${query}`
  const paper = (query: string, name: string) => (
    <a href={file(query)} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
  return (
    <section className="block-section" aria-labelledby="order-papers">
      <h2 id="order-papers">{t('documents.title')}</h2>
      <ul className="order-papers">
        {documents.length === 0 && <li className="text-ink-soft">{t('documents.none')}</li>}
        {documents.map((document) => (
          <li key={document.number}>
            {paper(
              `document=${document.number}`,
              t(`documents.${document.kind}`, { number: document.number }),
            )}
            <span className="sub">
              {moment(document.issuedAt)} · {price(document.totalCents)}
            </span>
          </li>
        ))}
        <li>{paper('paper=delivery-note', t('documents.deliveryNote'))}</li>
        {hasTestSheets && <li>{paper('paper=test-sheets', t('documents.testSheets'))}</li>}
        <li>{paper('paper=withdrawal', t('documents.withdrawal'))}</li>
      </ul>
      {(needsProof || proofs.length > 0) && (
        <>
          <h3>{t('documents.proofs')}</h3>
          <ul className="order-papers">
            {proofs.map(({ id, document, file: name, by, at }) => (
              <li key={id}>
                <a href={file(`proof=${id}`)} download={name}>
                  {document}
                </a>
                <span className="sub">
                  {moment(at)} · {by}
                </span>
              </li>
            ))}
          </ul>
          {needsProof && mayChange && <AddProof key={number} />}
        </>
      )}
    </section>
  )
}

function AddProof() {
  const { t } = useOrderWords()
  const { number } = useShown<'order'>()
  const deed = useDeed()
  const [file, setFile] = useState<File | null>(null)
  const { texts, put, done } = useKeptText(`order:${number}:proof`, { document: '' })
  const [isMissing, setMissing] = useState(false)
  const submit = async () => {
    setMissing(file === null)
    if (!file) return
    const given = { order: number, document: texts.document, name: file.name }
    const answer = await deed.take(
      () => act('orders.add-proof', given, { body: file }),
      () => t('done.proof'),
    )
    if (answer) done()
  }
  return (
    <form
      noValidate
      aria-label={t('documents.addProof')}
      className="order-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        name="document"
        id="proof-document"
        label={t('documents.proofName')}
        maxLength={300}
        required
        value={texts.document}
        error={deed.fault('document')}
        onChange={({ target }) => put('document', target.value)}
      />
      <label>
        {t('documents.file')}
        <input
          type="file"
          className="field"
          aria-describedby="proof-file-fault"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </label>
      <Fault id="proof-file-fault" text={isMissing && file === null ? t('faults.missing') : undefined} />
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      <button type="submit" className="do quiet" aria-disabled={deed.busy}>
        {t('documents.add')}
      </button>
    </form>
  )
}
