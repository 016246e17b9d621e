import accounts from './office/accounts.json'
import appointments from './office/appointments.json'
import frame from './office/frame.json'
import insight from './office/insight.json'
import ledger from './office/ledger.json'
import list from './office/list.json'
import metalPrices from './office/metal-prices.json'
import orders from './office/orders.json'
import palette from './office/palette.json'
import photos from './office/photos.json'
import piece from './office/piece.json'
import pieces from './office/pieces.json'
import preview from './office/preview.json'
import records from './office/records.json'
import requests from './office/requests.json'
import scanner from './office/scanner.json'
import settings from './office/settings.json'
import stock from './office/stock.json'
import today from './office/today.json'

export default {
  office: {
    accounts,
    appointments,
    frame,
    insight,
    ledger,
    list,
    'metal-prices': metalPrices,
    orders,
    palette,
    photos,
    piece,
    pieces,
    preview,
    records,
    requests,
    scanner,
    settings,
    stock,
    today,
  },
}
