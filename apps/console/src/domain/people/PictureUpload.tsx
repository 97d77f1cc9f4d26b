import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { preparePicture, uploadPicture } from './profile-picture.ts';
import { useObjectUrl } from '../../lib/hooks/use-file-url.ts';
import { Avatar } from './Avatar.tsx';
import { FileTarget } from '../../components/form/FileTarget.tsx';
import { Note } from '../../components/page/Note.tsx';
import styles from './PictureUpload.module.css';
import { ProgressBar } from '../../components/figure/Bars.tsx';

interface PictureUploadProps {
  /** Whose picture it is. */
  name: string;
  /** The picture that they have; null for none. */
  src: string | null;
  /** Id of another user; absent for the user's own picture. */
  userId?: string;
  onUploaded: (url: string) => void;
}

const PREVIEW = 96;
const FALLBACK = 'Failed to upload profile picture. Please try again.';

/** The server's own words where there are any. */
function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.status > 0 && error.code !== 'UNREADABLE' ? error.message : FALLBACK;
}

/** Chooses a picture by file, camera or drop, shows it, and sends it. What was chosen stays until it is received. */
export function PictureUpload({ name, src, userId, onUploaded }: PictureUploadProps) {
  const [chosen, setChosen] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  const preview = useObjectUrl(chosen);
  const upload = useMutation({
    mutationFn: (picture: Blob) => uploadPicture(picture, userId, setSent),
    onMutate: () => setSent(0),
    onSuccess: ({ profilePictureUrl }) => {
      setChosen(null);
      notifySuccess('Profile picture updated');
      onUploaded(profilePictureUrl);
    },
  });
  const busy = upload.isPending;

  const take = async (file: File) => {
    const prepared = await preparePicture(file);
    setProblem(prepared.problem);
    if (!prepared.picture) return;
    upload.reset();
    setChosen(prepared.picture);
  };

  return (
    <FileTarget
      label="Profile picture"
      inputLabel="Profile picture file"
      accept="image/png,image/jpeg,image/gif"
      disabled={busy}
      onFile={(file) => void take(file)}
    >
      {(choose) => (
        <>
          <div className="row gap-12">
            {preview ? (
              <img
                src={preview}
                alt="What you chose, as it will be shown"
                className={styles.preview}
                width={PREVIEW}
                height={PREVIEW}
              />
            ) : (
              <Avatar name={name} src={src} size={PREVIEW} />
            )}
            <div className={styles.controls}>
              <div className="row roomy">
                {chosen && (
                  <Button onClick={() => upload.mutate(chosen)} loading={busy}>
                    Upload picture
                  </Button>
                )}
                <Button variant="default" onClick={choose} disabled={busy}>
                  {chosen ? 'Choose another' : 'Choose picture'}
                </Button>
              </div>
              <span className="hint">PNG, JPG or GIF up to 5MB. You can also drop a file here.</span>
            </div>
          </div>
          {busy && <ProgressBar label="Picture sent" share={sent} />}
          {problem && (
            <Note kind="bad" role="alert">
              {problem}
            </Note>
          )}
          {upload.error && !problem && (
            <Note kind="bad" role="alert">
              <strong>Upload failed</strong>
              <br />
              {reasonOf(upload.error)}
            </Note>
          )}
        </>
      )}
    </FileTarget>
  );
}
