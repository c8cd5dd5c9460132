import styles from './signal-art.module.css'

/**
 * A heliograph on a hill sends the sun's light to a house with a solar roof. A drawing with the theme's colors.
 * @param isNeutral hills, sun and panels only: the heliograph is the product's own sign
 */
export function SignalArt({ isNeutral = false }: Readonly<{ isNeutral?: boolean }>) {
  return (
    <svg className={styles.signalArt} viewBox="0 0 900 1000" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="signal-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-top)" />
          <stop offset=".45" stopColor="var(--sky-mid)" />
          <stop offset=".68" stopColor="var(--sky-low)" />
        </linearGradient>
        <radialGradient id="signal-glow">
          <stop offset="0" stopColor="var(--glow)" stopOpacity=".95" />
          <stop offset=".35" stopColor="var(--glow)" stopOpacity=".34" />
          <stop offset="1" stopColor="var(--glow)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="signal-ray" x1="1" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--ray)" stopOpacity=".7" />
          <stop offset="1" stopColor="var(--ray)" stopOpacity=".12" />
        </linearGradient>
        <linearGradient id="signal-panel" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--panel-line)" />
          <stop offset=".5" stopColor="var(--panel)" />
        </linearGradient>
      </defs>
      <rect width="900" height="1000" fill="url(#signal-sky)" />
      <circle cx="585" cy="330" r="330" fill="url(#signal-glow)" />
      <g>
        <circle className={styles.signalArtRing} cx="585" cy="330" r="104" opacity=".7" />
        <circle className={styles.signalArtRing} cx="585" cy="330" r="150" opacity=".42" />
        <circle className={styles.signalArtRing} cx="585" cy="330" r="206" opacity=".22" />
      </g>
      <path d="M0 610l120-84 92 58 138-128 120 104 96-60 130 96 204-138v542H0z" fill="var(--hill-4)" />
      <path d="M0 700c120-70 210-62 320-18s200 20 300-36 190-60 280-22v376H0z" fill="var(--hill-3)" />
      {!isNeutral && <path d="M546 382 230 630l16 14 376-262z" fill="url(#signal-ray)" />}
      <circle cx="585" cy="330" r="64" fill="var(--disc)" />
      <path d="M0 742c90-66 190-96 286-68 120 36 176 118 330 130s210-44 284-60v256H0z" fill="var(--hill-2)" />
      {!isNeutral && <Heliograph />}
      <g>
        <path d="M706 770h104v62H706z" fill="var(--wall)" />
        <path d="M690 774l42-58h92l16 58z" fill="url(#signal-panel)" />
        <path
          d="M704 755h128M718 735h110M756 716l-18 58M790 716l-4 58M822 716l12 58"
          stroke="var(--panel-line)"
          strokeWidth="2"
          opacity=".75"
        />
        <path className={styles.signalArtWindow} d="M724 790h24v22h-24zM766 790h24v22h-24z" fill="var(--window)" />
      </g>
      <path d="M0 866c140-64 290-62 420-28s250 40 480-24v186H0z" fill="var(--hill-1)" />
      <g fill="url(#signal-panel)" stroke="var(--panel-line)" strokeWidth="2.5">
        <path d="M96 906l22-40h92l-10 40zM212 903l10-40h92l2 42zM330 906l-2-41h92l14 42z" />
      </g>
      <g stroke="var(--ink)" strokeWidth="5" strokeLinecap="round">
        <path d="M118 908v22M184 908v22M236 906v24M300 907v22M352 908v22M414 909v22" />
      </g>
    </svg>
  )
}

function Heliograph() {
  return (
    <>
      <path className={styles.signalArtBeam} d="M240 640 700 752" />
      <g stroke="var(--ink)" strokeWidth="6" strokeLinecap="round">
        <path d="M238 652l-34 88M238 652l34 90M238 652v96" />
      </g>
      <path
        d="M238 668v-12M216 640a22 22 0 0 0 44 0"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <ellipse
        cx="238"
        cy="634"
        rx="21"
        ry="25"
        fill="var(--ray)"
        stroke="var(--ink)"
        strokeWidth="5"
        transform="rotate(24 238 634)"
      />
      <path
        className={styles.signalArtGlint}
        d="M240 590c2.5 28 14 40 42 43-28 2.5-40 14-42 42-2.5-28-14-40-42-42 28-3 40-15 42-43z"
        fill="#fff"
      />
    </>
  )
}
