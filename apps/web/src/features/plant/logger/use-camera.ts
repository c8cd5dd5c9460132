import { type RefObject, useEffect, useState } from 'react'
import { openBarcodeReader } from './barcode-reader.ts'

const LOOK_EVERY_MS = 250

/** insecure: browsers give the camera only to https pages. none: there is no camera. refused: the person said no. */
export type CameraState = 'starting' | 'running' | 'insecure' | 'refused' | 'none' | 'failed'

const stateOf = (fault: unknown): CameraState => {
  const name = fault instanceof DOMException ? fault.name : ''
  if (name === 'NotAllowedError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}

/** Shows the camera in a video and reports every code in its picture until the component is gone. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCodes: (codes: readonly string[]) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting')
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stream: MediaStream | undefined
    const look = async (read: Awaited<ReturnType<typeof openBarcodeReader>>): Promise<void> => {
      const shown = video.current
      if (isOver) return
      if (shown !== null && shown.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
        // A frame that cannot be read is followed by another one.
        const codes = await read(shown).catch(() => [])
        if (!isOver && codes.length > 0) onCodes(codes)
      }
      timer = setTimeout(() => void look(read), LOOK_EVERY_MS)
    }
    const start = async (): Promise<void> => {
      if (!navigator.mediaDevices?.getUserMedia) return setState('insecure')
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
        const read = await openBarcodeReader()
        if (isOver) return stop()
        if (video.current) video.current.srcObject = stream
        await video.current?.play()
        setState('running')
        await look(read)
      } catch (fault) {
        stop()
        if (!isOver) setState(stateOf(fault))
      }
    }
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [video, onCodes])
  return state
}
