from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel

AGAIN = Action(ActionKind.RETRY_JOB, Text.literal("Again"))


def sentences(board):
    return [str(notice.sentence) for notice in board.open]


def test_a_later_notice_with_the_same_key_takes_the_place_of_the_earlier_one():
    board = NoticeBoard()
    board.post(NoticeLevel.ERROR, Text.literal("full"), key="disk")
    board.post(NoticeLevel.ERROR, Text.literal("other"))
    board.post(NoticeLevel.ERROR, Text.literal("still full"), key="disk")
    assert sentences(board) == ["other", "still full"]


def test_a_settled_notice_goes_and_the_others_stay():
    board, told = NoticeBoard(), []
    board.post(NoticeLevel.ERROR, Text.literal("full"), key="disk")
    board.post(NoticeLevel.INFO, Text.literal("hello"))
    board.changed.connect(told.append)
    board.settle("disk")
    board.settle("disk")
    assert sentences(board) == ["hello"]
    assert len(told) == 1


def test_only_a_success_without_a_next_step_leaves_by_itself():
    board = NoticeBoard()
    assert board.post(NoticeLevel.SUCCESS, Text.literal("saved")).leaves_by_itself
    assert not board.post(NoticeLevel.SUCCESS, Text.literal("saved"), actions=(AGAIN,)).leaves_by_itself
    assert not board.post(NoticeLevel.ERROR, Text.literal("failed")).leaves_by_itself
