import { t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

const accepted = 'image/jpeg,image/png,image/webp,image/avif'

/** The seller's photos, and more of them while they help. */
export function Photos({ request, address }: { request: SellerView; address: string }) {
  const { photos, mayAddPhotos } = request
  if (photos.length === 0 && !mayAddPhotos) return null
  return (
    <section aria-labelledby="photos" className="print:hidden">
      <h2 id="photos" className="text-step-2">
        {t('photos.title')}
      </h2>
      {photos.length === 0 ? (
        <p className="mt-3 text-ink-soft">{t('photos.none')}</p>
      ) : (
        <ul className="mt-5 grid grid-cols-3 gap-3 sm:grid-cols-5">
          {photos.map(({ id, width, height }, index) => (
            <li key={id}>
              <a href={`${address}/${id}/1280.jpg`} target="_blank" rel="noreferrer">
                <img
                  src={`${address}/${id}/320.webp`}
                  alt={t('photos.photo', { number: index + 1 })}
                  width={width}
                  height={height}
                  loading="lazy"
                  className="aspect-square w-full bg-paper-deep object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {mayAddPhotos && photos.length < 10 && (
        <form
          method="post"
          encType="multipart/form-data"
          className="mt-6 grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3"
        >
          <label htmlFor="photos-more" className="font-medium">
            {t('photos.add')}
          </label>
          <input
            id="photos-more"
            type="file"
            name="photos"
            accept={accepted}
            multiple
            className="file-field max-w-full"
          />
          <button type="submit" className="button button-quiet">
            {t('photos.send')}
          </button>
        </form>
      )}
    </section>
  )
}
