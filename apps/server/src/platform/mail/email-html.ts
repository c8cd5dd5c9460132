import { deriveTints, readableOn } from '@heliograph/domain/color.ts'
import { getLanguage } from '@heliograph/domain/languages.ts'
import type { EmailBrand } from './email-brand.ts'
import type { EmailContent } from './mail-port.ts'

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** By this name the HTML shows the picture that comes with the email. */
export const PICTURE = 'chart@heliograph'

const renderPicture = (alt: string): string =>
  `<p style="margin:0 0 16px"><img src="cid:${PICTURE}" alt="${escapeText(alt)}" width="504" style="display:block;width:100%;height:auto;border-radius:8px"></p>`

const DARK_CARD = '#17212c'
const FONTS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'PingFang SC', 'Microsoft YaHei', Arial, sans-serif"

/**
 * The email as HTML: one column of plain blocks with inline styles, because mail programs drop style sheets. The style
 * sheet only adds a dark mode for programs that support it.
 */
export function renderHtml(content: EmailContent, brand: EmailBrand): string {
  const { language, subject, hello, text, code, facts, areFigures, button, note, footer, unsubscribe, picture } =
    content
  const paragraph = (body: string, style = '') => `<p style="margin:0 0 16px;${style}">${body}</p>`
  const blocks = [
    hello && paragraph(escapeText(hello)),
    paragraph(escapeText(text)),
    picture && renderPicture(picture.alt),
    code &&
      paragraph(
        escapeText(code),
        'font-size:34px;line-height:44px;font-weight:600;letter-spacing:8px;font-family:ui-monospace,Menlo,Consolas,monospace;',
      ),
    facts.length > 0 && (areFigures ? renderFigures(facts) : renderFacts(facts)),
    button && renderButton(button, brand.color),
    note && `<p class="quiet" style="margin:0;color:#5d6b7c;font-size:14px;line-height:21px">${escapeText(note)}</p>`,
  ]
  return `<!doctype html>
<html lang="${getLanguage(language).locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0e151d !important; color: #e6ecf3 !important; }
  .card { background: ${DARK_CARD} !important; border-color: #2a3644 !important; }
  .quiet { color: #9aa9ba !important; }
  .line { border-color: #2a3644 !important; }
  .link { color: ${readableOn(brand.color, DARK_CARD)} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f6fa;color:#1c2733;font-family:${FONTS};font-size:16px;line-height:24px">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
${renderBrand(brand)}
<div class="card" style="background:#ffffff;border:1px solid #e2e8f0;border-radius:14px;padding:28px 28px 30px">
<h1 style="margin:0 0 20px;font-size:21px;line-height:28px;font-weight:600">${escapeText(subject)}</h1>
${blocks.filter(Boolean).join('\n')}
</div>
<p class="quiet" style="margin:20px 4px 0;color:#5d6b7c;font-size:13px;line-height:19px">${escapeText(footer)}${unsubscribe ? renderUnsubscribe(unsubscribe) : ''}</p>
</div>
</body>
</html>
`
}

const renderUnsubscribe = ({ label, link }: NonNullable<EmailContent['unsubscribe']>): string =>
  `<br><a class="quiet" href="${escapeText(link)}" style="color:#5d6b7c">${escapeText(label)}</a>`

function renderBrand({ name, color, logo }: EmailBrand): string {
  const mark = logo
    ? `<img src="${escapeText(logo)}" alt="" width="28" height="28" style="vertical-align:middle;border-radius:6px">`
    : `<span style="display:inline-block;width:14px;height:14px;border-radius:50%;background:${color};vertical-align:middle"></span>`
  return `<p style="margin:0 4px 16px;font-size:17px;font-weight:600">${mark}<span style="vertical-align:middle;padding-left:10px">${escapeText(name)}</span></p>`
}

const renderFacts = (facts: EmailContent['facts']): string =>
  `<div style="margin:0 0 16px">${facts
    .map(
      ({ label, value }) =>
        `<p style="margin:0 0 8px;overflow-wrap:anywhere"><span class="quiet" style="display:block;color:#5d6b7c;font-size:13px;line-height:18px">${escapeText(label)}</span>${escapeText(value)}</p>`,
    )
    .join('\n')}</div>`

/** Short values beside their names, one below the other, so that they can be compared. */
const renderFigures = (facts: EmailContent['facts']): string =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse">${facts
    .map(
      ({ label, value }) =>
        `<tr><td class="quiet line" style="padding:7px 12px 7px 0;border-bottom:1px solid #e2e8f0;color:#5d6b7c;font-size:15px">${escapeText(label)}</td><td class="line" align="right" style="padding:7px 0;border-bottom:1px solid #e2e8f0;font-weight:600;white-space:nowrap">${escapeText(value)}</td></tr>`,
    )
    .join('\n')}</table>`

function renderButton({ label, link, hint }: NonNullable<EmailContent['button']>, color: string): string {
  const href = escapeText(link)
  const { solid, onSolid, text } = deriveTints(color).light
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 22px;border-radius:9px;background:${solid};color:${onSolid};font-weight:600;text-decoration:none">${escapeText(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;color:#5d6b7c;font-size:14px;line-height:21px">${hint === '' ? '' : `${escapeText(hint)}<br>`}<a class="link" href="${href}" style="color:${text};overflow-wrap:anywhere">${href}</a></p>`
}

/** The same content as plain text. */
export function renderText({
  subject,
  hello,
  text,
  code,
  facts,
  button,
  note,
  footer,
  unsubscribe,
}: EmailContent): string {
  return [
    subject,
    hello,
    text,
    code,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    button && `${button.label}:\n${button.link}`,
    note,
    `-- \n${footer}${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.link}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}
