// The page comes right after sign-in over a slow network, so it brings the styles of just the parts it uses beside those of the
// shell; dialogs bring their own when they open.
import '@mantine/core/styles/Skeleton.layer.css';
