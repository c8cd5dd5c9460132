import { type BrandDraft, hideableCodes, mapKeyTypes } from '@heliograph/domain/brand/brand-parts.ts'
import { readTrackingCode } from '@heliograph/domain/brand/tracking-code.ts'
import { getLanguage, languageCodes } from '@heliograph/domain/languages.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import styles from './branding.module.css'
import type { PartProps } from './part-props.ts'

/** Keys of maps with one changed; an empty one is left out. */
function withKey({ apiKeys }: BrandDraft, type: (typeof mapKeyTypes)[number], key: string): BrandDraft['apiKeys'] {
  const others = apiKeys.filter((apiKey) => apiKey.type !== type)
  return key.trim() === '' ? others : [...others, { type, key }]
}

/** Languages, features that the brand hides, help, keys of maps and the tracking script. */
export function FeaturesPart({
  draft,
  change,
  trackingOrigins,
}: PartProps & Readonly<{ trackingOrigins: readonly string[] }>) {
  const { text } = useText()
  const { support } = draft
  const toggle = <T extends string>(list: readonly T[], one: T, isOn: boolean): readonly T[] =>
    isOn ? [...list, one] : list.filter((other) => other !== one)
  const script = readTrackingCode(draft.trackingCode)
  const isListed = script !== undefined && trackingOrigins.includes(new URL(script.source).origin)
  return (
    <>
      <SettingCard title={text('branding.features')} lead={text('branding.features.lead')}>
        <div className={styles.checks}>
          {hideableCodes.map((code) => (
            <Checkbox
              key={code}
              label={text(`branding.function.${code}`)}
              checked={!draft.blockedFunctions.includes(code)}
              onChange={(isOn) => change({ blockedFunctions: toggle(draft.blockedFunctions, code, !isOn) })}
            />
          ))}
        </div>
      </SettingCard>
      <SettingCard title={text('branding.languages')} lead={text('branding.languages.lead')}>
        <div className={styles.checks}>
          {languageCodes.map((code) => (
            <Checkbox
              key={code}
              label={<span lang={code}>{getLanguage(code).name}</span>}
              checked={draft.languages.includes(code)}
              onChange={(isOn) => change({ languages: toggle(draft.languages, code, isOn) })}
            />
          ))}
        </div>
      </SettingCard>
      <SettingCard title={text('branding.more')}>
        <div className={settingStyles.settingBody}>
          <div className={settingStyles.settingForm}>
            <TextField
              label={text('branding.officialDomain')}
              optional
              value={draft.officialDomain}
              onChange={(officialDomain) => change({ officialDomain })}
              placeholder="https://www.example.org"
              maxLength={253}
            />
            <TextField
              label={text('branding.support.link')}
              optional
              value={support.link}
              onChange={(link) => change({ support: { ...support, link } })}
              placeholder="https://"
              maxLength={1_000}
            />
            <TextField
              label={text('branding.support.mail')}
              optional
              type="email"
              value={support.mail}
              onChange={(mail) => change({ support: { ...support, mail } })}
              maxLength={254}
            />
            <TextField
              label={text('branding.support.hours')}
              optional
              value={support.hours}
              onChange={(hours) => change({ support: { ...support, hours } })}
              maxLength={120}
            />
            {mapKeyTypes.map((type) => (
              <TextField
                key={type}
                label={text(`branding.mapKey.${type}`)}
                hint={text('branding.mapKey.hint')}
                optional
                value={draft.apiKeys.find((apiKey) => apiKey.type === type)?.key ?? ''}
                onChange={(key) => change({ apiKeys: withKey(draft, type, key) })}
                maxLength={200}
                spellCheck={false}
              />
            ))}
            <TextAreaField
              label={text('branding.tracking')}
              hint={
                trackingOrigins.length === 0
                  ? text('branding.tracking.none')
                  : text('branding.tracking.hint', { origins: trackingOrigins.join(', ') })
              }
              error={draft.trackingCode.trim() === '' || isListed ? undefined : text('branding.tracking.wrong')}
              optional
              rows={3}
              value={draft.trackingCode}
              onChange={(trackingCode) => change({ trackingCode })}
              disabled={trackingOrigins.length === 0}
              maxLength={2_000}
              spellCheck={false}
            />
          </div>
        </div>
      </SettingCard>
    </>
  )
}
