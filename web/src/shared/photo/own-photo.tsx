/**
 * The candidate's photograph for the proctor at the door: taken or chosen, shown as the proctor will see it, and only
 * then sent. It can be changed and removed until a proctor has checked the candidate in.
 */
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import {
  MOST_PHOTO_BYTES,
  type OwnPhoto,
  ownPhotoSchema,
  PHOTO_DAYS,
  PHOTO_HEIGHT,
  PHOTO_WIDTH,
} from '#contract/site/photo.ts';
import { api } from '#web/shared/http.ts';
import { reasonOf, useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './photo.module.css';
import { PhotoImage } from './photo-image.tsx';

const PATH = 'account/photo';

interface OwnPhotoProps {
  /**
   * Renders what the saved photo is part of, such as a ticket; must be complete without the photo and without a
   * network, too. `known`: loading has succeeded or failed.
   */
  around?: (photo: ReactNode, known: boolean) => ReactNode;
}

export default function OwnPhotoPart({ around = (photo) => photo }: OwnPhotoProps) {
  const [loaded, retry] = useLoad(PATH, ownPhotoSchema);
  const [changed, setChanged] = useState<OwnPhoto | null>(null);
  const own = changed ?? (loaded.state === 'ready' ? loaded.data : null);
  return (
    <div className={styles.own}>
      {around(
        own?.photo && <PhotoImage jpeg={own.photo.jpeg} alt="Your photo" />,
        loaded.state !== 'loading',
      )}
      {own && <Changing own={own} onChanged={setChanged} />}
      {loaded.state === 'loading' && <Loading label="Loading your photo…" onRetry={retry} />}
      {loaded.state === 'failed' && (
        <Notice tone="warn" title="We couldn’t load your photo">
          <p>{loaded.message} You can still be checked in without it.</p>
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
    </div>
  );
}

interface ChangingProps {
  own: OwnPhoto;
  onChanged: (own: OwnPhoto) => void;
}

function Changing({ own, onChanged }: ChangingProps) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [doing, setDoing] = useState<'' | 'making' | 'sending' | 'removing'>('');
  const [problem, setProblem] = useState('');

  async function does(what: 'making' | 'sending' | 'removing', act: () => Promise<void>) {
    setDoing(what);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof UnusablePhoto ? error.message : reasonOf(error).message);
    } finally {
      setDoing('');
    }
  }
  const make = (file: File) => does('making', async () => setChosen(await makePortrait(file)));
  const send = (jpeg: string) =>
    does('sending', async () => {
      onChanged(await api.put(PATH, { jpeg }, ownPhotoSchema));
      setChosen(null);
    });
  const remove = () => does('removing', async () => onChanged(await api.del(PATH, ownPhotoSchema)));

  const input: ComponentProps<'input'> = {
    type: 'file',
    hidden: true,
    accept: 'image/*',
    onChange: ({ currentTarget }) => {
      const [file] = currentTarget.files ?? [];
      if (file) void make(file);
      currentTarget.value = ''; // The same file may be chosen again.
    },
  };
  const { photo, locked } = own;
  return (
    <>
      {chosen && <PhotoImage jpeg={chosen} alt="The photo you chose" />}
      <div className={styles.said}>
        {own.refused && !locked && (
          <Notice tone="warn" title="Please add another photo">
            <p>
              The office removed your last photo because a proctor couldn’t check you in with it.
            </p>
          </Notice>
        )}
        <p role="status">{wordsOf(own, chosen !== null)}</p>
        {problem !== '' && (
          <Notice tone="danger" title="Your photo wasn’t changed" live>
            <p>{problem}</p>
          </Notice>
        )}
        {!locked && (
          <div className={styles.acts}>
            {chosen && (
              <Button
                variant="primary"
                icon="check"
                pending={doing === 'sending'}
                pendingLabel="Saving…"
                onClick={() => void send(chosen)}
              >
                Use this photo
              </Button>
            )}
            <Button
              icon="camera"
              pending={doing === 'making'}
              pendingLabel="Opening…"
              onClick={() => camera.current?.click()}
            >
              Take a photo
            </Button>
            <Button icon="upload" onClick={() => gallery.current?.click()}>
              Choose a photo
            </Button>
            {photo && !chosen && (
              <Button
                variant="quiet"
                icon="trash"
                pending={doing === 'removing'}
                pendingLabel="Removing…"
                onClick={() => void remove()}
              >
                Remove
              </Button>
            )}
            {chosen && (
              <Button variant="quiet" onClick={() => setChosen(null)}>
                Cancel
              </Button>
            )}
          </div>
        )}
        <p className={styles.note}>
          Only you, the office and your exam’s proctors can see it. We delete it {PHOTO_DAYS} days
          after your last exam, or as soon as you remove it.
        </p>
        <input ref={camera} {...input} capture="user" aria-label="Take a photo" />
        <input ref={gallery} {...input} aria-label="Choose a photo" />
      </div>
    </>
  );
}

function wordsOf({ photo, locked }: OwnPhoto, isChoosing: boolean): string {
  if (locked)
    return photo
      ? 'A proctor has checked you in with this photo. You can change it after your exam.'
      : 'A proctor has checked you in. You can add a photo after your exam.';
  if (isChoosing)
    return 'This is what the proctor will see. Is your whole face clearly visible, from the front?';
  return photo
    ? 'Your photo is saved. The proctor will compare it with you and your photo ID.'
    : 'Add a photo of your face so the proctor can check you in faster. Without it, they only have your photo ID to go by.';
}

// Makes a photo from a camera or the gallery into the photograph that a proctor sees: upright, cropped, small enough
// for 2G, and redrawn, so that nothing stays of what the camera wrote into it (place, time, phone).

/** JPEG qualities to try, from the best down to one at which any picture of this size is small enough. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3, 0.1];
/** The share of the cropped height that is cut above: a face is in the upper half of a photo. */
const ABOVE = 1 / 3;

/** Why a file can't be the photograph, in words for the candidate. */
class UnusablePhoto extends Error {
  override readonly name = 'UnusablePhoto';
}

/** @returns a JPEG in base64. @throws UnusablePhoto */
async function makePortrait(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnusablePhoto('This file isn’t a photo we can read. Please choose a JPEG or PNG.');
  });
  const canvas = document.createElement('canvas');
  canvas.width = PHOTO_WIDTH;
  canvas.height = PHOTO_HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw noMemory();
  const scale = Math.max(PHOTO_WIDTH / picture.width, PHOTO_HEIGHT / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  // JPEG has no transparency: without a white ground, transparent parts would turn black.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (PHOTO_WIDTH - width) / 2, (PHOTO_HEIGHT - height) * ABOVE, width, height);
  picture.close();
  for (const quality of QUALITIES) {
    const [, jpeg = ''] = canvas.toDataURL('image/jpeg', quality).split('base64,');
    if (jpeg === '') break;
    if ((jpeg.length / 4) * 3 <= MOST_PHOTO_BYTES) return jpeg;
  }
  throw noMemory();
}

const noMemory = () =>
  new UnusablePhoto('This phone ran out of memory for the photo. Please try again.');
