/** Makes a picture for an account: square, small, without metadata such as location. */
import { profileLimits } from '@footfall/contract/profile-limits';

/** Twice its largest display size. */
const side = 128;
export const largestFileBytes = 20_000_000;

/** As a `data:` URL; undefined if the browser cannot read the file as a picture. */
export async function smallPicture(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    for (const size of [side, side / 2, side / 4]) {
      const canvas = squareOf(picture, size);
      for (const quality of [0.85, 0.7, 0.5]) {
        const url = canvas.toDataURL('image/jpeg', quality);
        if (url.length <= profileLimits.avatarLength) return url;
      }
    }
    return undefined;
  } finally {
    picture.close();
  }
}

/** The center, on white: a JPEG is never transparent. */
function squareOf(picture: ImageBitmap, size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const { width, height } = picture;
  const part = Math.min(width, height);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, size, size);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (width - part) / 2, (height - part) / 2, part, part, 0, 0, size, size);
  return canvas;
}
